import type { Absent } from './feature.ts'

/* What statements do without: it is not in every PostgreSQL from 15 on, or in no distributed one, or a proxy before it loses it. */

export const absent: readonly Absent[] = [
  {
    name: 'numbers from a sequence',
    looks:
      /\b(?:big|small)serial\b|\bserial (?:primary|not null)\b|\bcreate sequence\b|\bnextval\b|\bgenerated (?:always|by default) as identity\b/i,
    why: 'one place that every writer asks; take an id of platform/ids.ts, or a counter row where no number may lack',
  },
  {
    name: 'advisory locks of a transaction',
    looks: /\bpg_(?:try_)?advisory_xact_lock|\bhashtextextended\b/i,
    why: 'CockroachDB locked nobody out by them before April 2026, YugabyteDB needs flags; lock a row',
  },
  {
    name: 'constraints judged later',
    looks: /\bdeferrable\b|\binitially deferred\b/i,
    why: 'YugabyteDB and CockroachDB judge at once',
  },
  {
    name: 'exclusion, rules, inheritance',
    looks: /\bexclude using\b|\bcreate (?:or replace )?rule\b|\binherits \(/i,
    why: 'neither YugabyteDB nor CockroachDB has them',
  },
  {
    name: 'GiST and SP-GiST indexes',
    looks: /\busing (?:sp)?gist\b/i,
    why: 'YugabyteDB has none',
  },
  {
    name: 'extensions, domains and ranges',
    looks: /\bcreate (?:extension|domain)\b|\b(?:int[48]|num|ts|tstz|date)(?:multi)?range\b/i,
    why: 'CockroachDB has neither domains nor ranges, and extensions differ everywhere',
  },
  {
    name: 'tables of a session',
    looks: /\bcreate (?:local )?temp(?:orary)? \b|\bcreate unlogged\b/i,
    why: 'a proxy in transaction mode loses them; YugabyteDB keeps them on one node',
  },
  {
    name: 'statements prepared or held by name',
    looks: /[`'"](?:prepare|deallocate|discard) \w|\bwith hold\b/i,
    why: 'the driver prepares by itself; a proxy in transaction mode loses others',
  },
  {
    name: 'snapshots handed on',
    looks: /\bpg_export_snapshot\b|\bset transaction snapshot\b/i,
    why: 'no distributed database has them',
  },
  {
    name: 'places of rows',
    looks: /\bctid\b|\bxmin\b(?!\()|\btableoid\b/i,
    why: 'distributed databases have no such columns',
  },
  {
    name: 'large objects and XML',
    looks: /\blo_(?:create|import|open|put|get)\b|\bxml(?:agg|parse|element|table)\b/i,
    why: 'CockroachDB has neither',
  },
  {
    name: 'MERGE',
    looks: /\bmerge into\b/i,
    why: 'YugabyteDB and CockroachDB have none; write "insert … on conflict"',
  },
  {
    name: 'functions newer than PostgreSQL 15',
    looks:
      /\b(?:any_value|array_shuffle|array_sample|array_sort|array_reverse|pg_input_is_valid|json_table|json_exists|json_query|json_value|json_scalar|json_serialize|casefold|uuidv[47]|uuid_extract_\w+|to_bin|to_oct)\(/i,
    why: 'PostgreSQL 15 is the oldest that is served on',
  },
  {
    name: 'clauses newer than PostgreSQL 15',
    looks:
      /\bwithout overlaps\b|\breturning (?:with )?\(?(?:old|new)\b|\bis (?:not )?json\b|\btransaction_timeout\b|\bon_error\b|\bnot enforced\b|\) virtual\b/i,
    why: 'PostgreSQL 15 is the oldest that is served on',
  },
]
