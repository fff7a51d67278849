/** What scripts/face.ts uses of it; it brings no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number }>
    keepFeatures: readonly string[]
    preserveNameIds: readonly number[]
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
