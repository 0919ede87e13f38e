/** The layouts that keep a row for each archetype root, and differ in how the leaves are kept. */
import type { Database } from '../packages/server/src/db/index.ts'
import { type Entries, openPathDictionary, type PathDictionary } from '../packages/server/src/roots/index.ts'
import { type RootDraft, rootsOf } from '../packages/server/src/roots/writing/index.ts'
import { instances, leaf, leafNumber, sameNode } from '../test/hand-written-sql.ts'
import type { Made } from './layout-data.ts'
import type { Layout, Shapes } from './layout-shapes.ts'
import { recordsOf, withoutShared } from './root-records.ts'

const BP = ['OBSERVATION', 'openEHR-EHR-OBSERVATION.blood_pressure.v2'] as const
const WEIGHT = ['OBSERVATION', 'openEHR-EHR-OBSERVATION.body_weight.v2'] as const
const EVENT = 'data[at0001]|HISTORY/events*[at0006]|POINT_EVENT'
const SYSTOLIC = `${EVENT}/data[at0003]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude`
const DIASTOLIC = `${EVENT}/data[at0003]|ITEM_TREE/items*[at0005]|ELEMENT/value|DV_QUANTITY/magnitude`
const TIME = `${EVENT}/time|DV_DATE_TIME/#`
const KILOS =
  'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/data[at0001]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude'

/** Numbers of the dictionary that the queries need. */
function numbers(dictionary: PathDictionary) {
  const path = (text: string) => dictionary.path(text) ?? { key: 0, repeats: 2 }
  const archetype = ([type, id]: readonly [string, string]) => dictionary.archetype(type, id)?.key ?? 0
  const ofType = (type: string) =>
    `'{${[...dictionary.archetypes()]
      .filter(entry => entry.type === type)
      .map(entry => entry.key)
      .join()}}'`
  return {
    bp: archetype(BP),
    weight: archetype(WEIGHT),
    systolic: path(SYSTOLIC),
    diastolic: path(DIASTOLIC),
    time: path(TIME),
    kilos: path(KILOS),
    compositions: ofType('COMPOSITION'),
    observations: ofType('OBSERVATION'),
  }
}

const ROOT_COLUMNS = `
  ehr_id uuid not null, commit_number bigint not null, num integer not null, cap integer not null,
  parent integer, via integer, at text, archetype_key integer not null, latest boolean not null`

const ROOT_INDEXES = (table: string) => `
  create index on ${table} (archetype_key, commit_number, num) include (ehr_id, cap) where latest;
  create index on ${table} (commit_number) where latest and num = 0;
  create index on ${table} (ehr_id, archetype_key, commit_number, num) where latest;`

const containment = (table: string, n: ReturnType<typeof numbers>) => ({
  'COMPOSITION contains OBSERVATION, count': `
    select count(*) from ${table} c join ${table} o using (ehr_id, commit_number)
    where c.latest and c.archetype_key = any(${n.compositions})
      and o.latest and o.archetype_key = any(${n.observations}) and o.num > c.num and o.num <= c.cap`,
  'count of one archetype': `select count(*) from ${table} where archetype_key = ${n.bp} and latest`,
})

async function rowsOf(
  dictionary: PathDictionary,
  made: readonly Made[],
  entries: Entries = dictionary,
): Promise<string> {
  const drafts = made.map(({ data }) => rootsOf(data, 'COMPOSITION'))
  await dictionary.learn(drafts.map(roots => ({ roots })))
  const all = made.flatMap((each, at) => recordsOf(entries, each, drafts[at] ?? []))
  return `[${all.join()}]`
}

const COLUMNS = 'ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest'
const RECORD = `object_id uuid, version bigint, latest boolean, num integer, cap integer, parent integer,
  via integer, at text, archetype_key integer`
const VALUES = 'object_id, version, num, cap, parent, via, at, archetype_key, latest'

/** The layout of migrations 0004 and 0026, in a table of its own. */
export function jsonbLeaves(db: Database): Layout {
  const dictionary = openPathDictionary(db)
  return {
    name: 'root, jsonb leaves',
    tables: ['bench.root'],
    create: `create table bench.root (${ROOT_COLUMNS}, leaves jsonb not null, shared_key integer, primary key (ehr_id, commit_number, num));
      ${ROOT_INDEXES('bench.root')}`,
    insert: `insert into bench.root (${COLUMNS}, leaves, shared_key) select ${VALUES}, leaves, "sharedKey"
      from json_to_recordset($1::json) as r (${RECORD}, leaves jsonb, "sharedKey" integer)`,
    rows: made => rowsOf(dictionary, made),
    shapes: () => jsonbShapes(dictionary),
  }
}

function jsonbShapes(dictionary: PathDictionary): Shapes {
  const n = numbers(dictionary)
  const of = (where: string) => `from bench.root r cross join lateral ${instances('r', n.systolic)} s
    where r.latest and r.archetype_key = ${n.bp} ${where}`
  return {
    'one leaf of one EHR': `select s.value ${of('and r.ehr_id = $1')} order by r.commit_number, r.num`,
    'average of a leaf over all': `select avg(${leafNumber('r', n.kilos)}) from bench.root r
      where r.latest and r.archetype_key = ${n.weight}`,
    'value filter over all, LIMIT 50': `select s.value ${of("and s.value >= '160'::jsonb")}
      order by r.commit_number, r.num limit 50`,
    ...containment('bench.root', n),
    'two leaves of one event, aligned': `select count(*), sum(s.value::float8 - d.value::float8)
      from bench.root r cross join lateral ${instances('r', n.systolic)} s
      cross join lateral ${instances('r', n.diastolic)} d
      where r.latest and r.archetype_key = ${n.bp} and ${sameNode('s.at', 'd.at', 1)}`,
    'newest 10 values of one EHR': `select s.value, t.value from bench.root r
      cross join lateral ${instances('r', n.systolic)} s cross join lateral ${instances('r', n.time)} t
      where r.latest and r.archetype_key = ${n.bp} and r.ehr_id = $1 and ${sameNode('s.at', 't.at', 1)}
      order by t.value desc limit 10`,
    'ORDER BY a value, LIMIT 50': `select s.value ${of('')} order by s.value desc limit 50`,
    'the same leaf where it never repeats': `select ${leaf('r', n.kilos)} from bench.root r
      where r.latest and r.archetype_key = ${n.weight} order by ${leaf('r', n.kilos)} desc limit 50`,
  }
}

/** Leaves that seldom differ between documents of one template: names, languages, terminologies, units. */
const FRAMED =
  /(^|\/)(name|language|encoding|territory|category|archetype_details|terminology_id|setting)[*|/[]|(^|\/)(units|rm_version|precision)$|\|[A-Z_]+$/

/** Constant leaves in a row of their own that many roots share. */
export function framedLeaves(db: Database): Layout {
  const dictionary = openPathDictionary(db)
  const entries = withoutShared(dictionary)
  const frames = new Map<string, number>()
  const split = (drafts: readonly RootDraft[], framed: boolean) =>
    drafts.map(draft => ({
      ...draft,
      leaves: draft.leaves.filter(({ path }) => FRAMED.test(path.text) === framed),
    }))
  const row = async (made: Made): Promise<readonly object[]> => {
    const drafts = rootsOf(made.data, 'COMPOSITION')
    await dictionary.learn([{ roots: drafts }])
    const parse = (roots: readonly RootDraft[]) =>
      recordsOf(entries, made, roots).map(record => JSON.parse(record) as { leaves: object })
    const constant = parse(split(drafts, true))
    return parse(split(drafts, false)).map((each, at) => {
      const frame = JSON.stringify(constant[at]?.leaves)
      const known = frames.get(frame)
      const key = known ?? frames.size + 1
      frames.set(frame, key)
      return { ...each, frame_key: key, frame: known === undefined ? constant[at]?.leaves : null }
    })
  }
  return {
    name: 'root, jsonb leaves, frames',
    tables: ['bench.framed', 'bench.frame'],
    create: `create table bench.frame (frame_key integer primary key, leaves jsonb);
      create table bench.framed (${ROOT_COLUMNS}, frame_key integer not null, leaves jsonb not null,
        primary key (ehr_id, commit_number, num));
      ${ROOT_INDEXES('bench.framed')}`,
    insert: `with given as materialized (
        select * from json_to_recordset($1::json) as r (${RECORD}, frame_key integer, frame jsonb, leaves jsonb)
      ), frame as (insert into bench.frame select frame_key, frame from given where frame is not null)
      insert into bench.framed (${COLUMNS}, frame_key, leaves) select ${VALUES}, frame_key, leaves from given`,
    rows: async made => {
      const rows: object[] = []
      for (const each of made) rows.push(...(await row(each)))
      return JSON.stringify(rows)
    },
    shapes: () =>
      Object.fromEntries(
        Object.entries(jsonbShapes(dictionary)).map(([name, text]) => [
          name,
          text.replaceAll('bench.root', 'bench.framed'),
        ]),
      ),
  }
}

/** One row a leaf. */
export function leafRows(db: Database): Layout {
  const dictionary = openPathDictionary(db)
  const entries = withoutShared(dictionary)
  const value = (number: string) => `
    from bench.bare r join bench.leaf ${number} using (ehr_id, commit_number, num)`
  return {
    name: 'root, a row a leaf',
    tables: ['bench.bare', 'bench.leaf'],
    create: `create table bench.bare (${ROOT_COLUMNS}, primary key (ehr_id, commit_number, num));
      ${ROOT_INDEXES('bench.bare')}
      create table bench.leaf (ehr_id uuid not null, commit_number bigint not null, num integer not null,
        path_key integer not null, at text not null, number float8, text text,
        primary key (ehr_id, commit_number, num, path_key, at));
      create index on bench.leaf (path_key, commit_number, num);`,
    insert: `with given as materialized (
        select * from json_to_recordset($1::json) as r (${RECORD}, leaves jsonb)
      ), leaf as (
        insert into bench.leaf
        select object_id, version, num, l.key::int, coalesce(i.key, ''),
          case jsonb_typeof(i.value) when 'number' then i.value::float8 end,
          case jsonb_typeof(i.value) when 'number' then null else i.value #>> '{}' end
        from given, jsonb_each(leaves) l,
          jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value when 'array' then cairn.by_vector(l.value, 1) else jsonb_build_object('', l.value) end) i
      )
      insert into bench.bare (${COLUMNS}) select ${VALUES} from given`,
    rows: made => rowsOf(dictionary, made, entries),
    shapes: () => {
      const n = numbers(dictionary)
      const of = `${value('s')} where r.latest and r.archetype_key = ${n.bp} and s.path_key = ${n.systolic.key}`
      return {
        'one leaf of one EHR': `select s.number ${of} and r.ehr_id = $1 order by r.commit_number, r.num`,
        'average of a leaf over all': `select avg(s.number) ${value('s')}
          where r.latest and r.archetype_key = ${n.weight} and s.path_key = ${n.kilos.key}`,
        'value filter over all, LIMIT 50': `select s.number ${of} and s.number >= 160
          order by r.commit_number, r.num limit 50`,
        ...containment('bench.bare', n),
        'two leaves of one event, aligned': `select count(*), sum(s.number - d.number) ${value('s')}
          join bench.leaf d using (ehr_id, commit_number, num)
          where r.latest and r.archetype_key = ${n.bp} and s.path_key = ${n.systolic.key}
            and d.path_key = ${n.diastolic.key} and split_part(s.at, '.', 1) = split_part(d.at, '.', 1)`,
        'newest 10 values of one EHR': `select s.number, t.number ${value('s')}
          join bench.leaf t using (ehr_id, commit_number, num)
          where r.latest and r.archetype_key = ${n.bp} and r.ehr_id = $1 and s.path_key = ${n.systolic.key}
            and t.path_key = ${n.time.key} and split_part(s.at, '.', 1) = split_part(t.at, '.', 1)
          order by t.number desc limit 10`,
        'ORDER BY a value, LIMIT 50': `select s.number ${of} order by s.number desc limit 50`,
      }
    },
  }
}

/** Leaves in three arrays of one length: path, number, text. */
export function arrayLeaves(db: Database): Layout {
  const dictionary = openPathDictionary(db)
  const entries = withoutShared(dictionary)
  const at = (name: string, { key }: { readonly key: number }) =>
    `lateral (select i, r.ats[i] as at, r.numbers[i] as number from generate_subscripts(r.paths, 1) i where r.paths[i] = ${key}) ${name}`
  return {
    name: 'root, typed arrays',
    tables: ['bench.arrays'],
    create: `create table bench.arrays (${ROOT_COLUMNS}, paths integer[], ats text[], numbers float8[], texts text[],
        primary key (ehr_id, commit_number, num));
      ${ROOT_INDEXES('bench.arrays')}`,
    insert: `insert into bench.arrays (${COLUMNS}, paths, ats, numbers, texts)
      select ${VALUES}, paths, ats, numbers, texts
      from json_to_recordset($1::json) as r (${RECORD}, leaves jsonb), lateral (
        select array_agg(l.key::int) as paths, nullif(array_agg(i.key), array_agg(''::text)) as ats,
          array_agg(case jsonb_typeof(i.value) when 'number' then i.value::float8 end) as numbers,
          array_agg(case jsonb_typeof(i.value) when 'number' then null else i.value #>> '{}' end) as texts
        from jsonb_each(leaves) l,
          jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value when 'array' then cairn.by_vector(l.value, 1) else jsonb_build_object('', l.value) end) i
      ) leaf`,
    rows: made => rowsOf(dictionary, made, entries),
    shapes: () => {
      const n = numbers(dictionary)
      const of = `from bench.arrays r, ${at('s', n.systolic)} where r.latest and r.archetype_key = ${n.bp}`
      return {
        'one leaf of one EHR': `select s.number ${of} and r.ehr_id = $1 order by r.commit_number, r.num`,
        'average of a leaf over all': `select avg(r.numbers[array_position(r.paths, ${n.kilos.key})]) from bench.arrays r
          where r.latest and r.archetype_key = ${n.weight}`,
        'value filter over all, LIMIT 50': `select s.number ${of} and s.number >= 160
          order by r.commit_number, r.num limit 50`,
        ...containment('bench.arrays', n),
        'two leaves of one event, aligned': `select count(*), sum(s.number - d.number)
          from bench.arrays r, ${at('s', n.systolic)}, ${at('d', n.diastolic)}
          where r.latest and r.archetype_key = ${n.bp}
            and coalesce(split_part(s.at, '.', 1), '') = coalesce(split_part(d.at, '.', 1), '')`,
        'newest 10 values of one EHR': `select s.number, t.number
          from bench.arrays r, ${at('s', n.systolic)}, ${at('t', n.time)}
          where r.latest and r.archetype_key = ${n.bp} and r.ehr_id = $1
            and coalesce(split_part(s.at, '.', 1), '') = coalesce(split_part(t.at, '.', 1), '')
          order by t.number desc limit 10`,
        'ORDER BY a value, LIMIT 50': `select s.number ${of} order by s.number desc limit 50`,
      }
    },
  }
}
