/** Ids of people and of clients share one space of names: each is taken once, for one of the two kinds (decision 0077). */

/**
 * The beginning of a statement that adds a person or a client with the id `$1`. Its `taken` has one row if the id is free or of this kind, and none if the
 * other kind has it, also when both are added at the same moment.
 */
export const takeCallerName = (kind: 'person' | 'client'): string =>
  `with taken as (
     insert into cairn.caller_name as held (name, kind) values (lower($1), '${kind}')
     on conflict (name) do update set kind = excluded.kind where held.kind = excluded.kind returning name)`
