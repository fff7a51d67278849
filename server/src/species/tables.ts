declare module '../platform/db.ts' {
  interface DB {
    'species.species': { id: string; name: string }
  }
}
export {}
