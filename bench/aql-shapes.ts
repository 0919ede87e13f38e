/** Questions in AQL, and the same in SQL as somebody would write it who knows the tables and the dictionary by heart. */

import type { PathDictionary } from '../packages/server/src/roots/index.ts'
import { instances, leaf, leafNumber, leafText, sameNode } from '../test/hand-written-sql.ts'
import { LONG_RECORD } from './layout-data.ts'

export interface AqlShape {
  readonly aql: string
  /** `$1` is the EHR, where there is one. */
  readonly sql: string
  readonly ehr?: string
}

const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const WEIGHT = 'openEHR-EHR-OBSERVATION.body_weight.v2'
const EVENT = 'data[at0001]/events[at0006]'
const SYSTOLIC = `${EVENT}/data[at0003]/items[at0004]/value/magnitude`
const DIASTOLIC = `${EVENT}/data[at0003]/items[at0005]/value/magnitude`
const TIME = `${EVENT}/time/value`
const KILOS = 'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude'

const IN_EVENT = 'data[at0001]|HISTORY/events*[at0006]|POINT_EVENT'
const ITEM = `${IN_EVENT}/data[at0003]|ITEM_TREE/items*`
const KILOS_LEAF =
  'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/data[at0001]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude'

const QUERYABLE = 'r.ehr_id not in (select ehr_id from cairn.ehr where not is_queryable)'

export function aqlShapes(dictionary: PathDictionary): Readonly<Record<string, AqlShape>> {
  const path = (text: string) => dictionary.path(text) ?? { key: 0, repeats: 2 }
  const key = (id: string) => dictionary.archetype('OBSERVATION', id)?.key ?? 0
  const ofType = (type: string) =>
    `'{${[...dictionary.archetypes()]
      .filter(entry => entry.type === type)
      .map(entry => entry.key)
      .join()}}'::integer[]`
  const systolic = instances('r', path(`${ITEM}[at0004]|ELEMENT/value|DV_QUANTITY/magnitude`))
  const diastolic = instances('r', path(`${ITEM}[at0005]|ELEMENT/value|DV_QUANTITY/magnitude`))
  const time = instances('r', path(`${IN_EVENT}/time|DV_DATE_TIME/value`))
  const seconds = instances('r', path(`${IN_EVENT}/time|DV_DATE_TIME/#`))
  const kilos = path(KILOS_LEAF)
  const name = path('name|DV_TEXT/value')
  const ofBp = `r.latest and r.archetype_key = ${key(BP)}`
  const ofComposition = `c.latest and c.num = 0 and c.archetype_key = any(${ofType('COMPOSITION')})
        and ${QUERYABLE.replace('r.', 'c.')}`
  const inside = `o.ehr_id = c.ehr_id and o.commit_number = c.commit_number and o.num > 0
        and o.latest and o.archetype_key = any(${ofType('OBSERVATION')})`
  const newest = {
    aql: `SELECT o/${SYSTOLIC}, o/${TIME} FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${BP}]
      WHERE e/ehr_id/value = '${LONG_RECORD}' ORDER BY o/${TIME} DESC LIMIT 10`,
    sql: `select s.value, t.value from cairn.root r
      left join lateral ${seconds} n on true
      left join lateral ${time} t on ${sameNode('n.at', 't.at', 1)}
      left join lateral ${systolic} s on ${sameNode('n.at', 's.at', 1)}
      where ${ofBp} and r.ehr_id = $1 order by n.value desc, r.commit_number, r.num limit 10`,
    ehr: LONG_RECORD,
  }
  return {
    'newest 10 values of one EHR': newest,
    'value filter over all, LIMIT 50': {
      aql: `SELECT o/${SYSTOLIC} FROM EHR e CONTAINS OBSERVATION o[${BP}] WHERE o/${SYSTOLIC} >= 160 LIMIT 50`,
      sql: `select s.value from cairn.root r cross join lateral ${systolic} s
        where ${ofBp} and ${QUERYABLE} and s.value >= '160'::jsonb order by r.commit_number, r.num limit 50`,
    },
    'COMPOSITION contains OBSERVATION, names, LIMIT 50': {
      aql: 'SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o LIMIT 50',
      // OFFSET 0: composition by composition, until there are enough. Asked for a join, the database makes all of it and sorts.
      sql: `select ${leafText('c', name)}, o.name from cairn.root c
        cross join lateral (select o.num, ${leafText('o', name)} as name from cairn.root o where ${inside} offset 0) o
        where ${ofComposition} order by c.commit_number, o.num limit 50`,
    },
    'COMPOSITION contains OBSERVATION, count': {
      aql: 'SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o',
      sql: `select count(*) from cairn.root c join cairn.root o on ${inside} where ${ofComposition}`,
    },
    'count of one archetype': {
      aql: `SELECT COUNT(*) FROM EHR e CONTAINS OBSERVATION o[${BP}]`,
      sql: `select count(*) from cairn.root r where ${ofBp} and ${QUERYABLE}`,
    },
    'average of a leaf over all': {
      aql: `SELECT AVG(o/${KILOS}) FROM EHR e CONTAINS OBSERVATION o[${WEIGHT}]`,
      sql: `select avg(${leafNumber('r', kilos)}) from cairn.root r
        where r.latest and r.archetype_key = ${key(WEIGHT)} and ${QUERYABLE}`,
    },
    'average of a leaf that repeats': {
      aql: `SELECT AVG(o/${SYSTOLIC}) FROM EHR e CONTAINS OBSERVATION o[${BP}]`,
      sql: `select avg((s.value)::float8) from cairn.root r left join lateral ${systolic} s on true
        where ${ofBp} and ${QUERYABLE}`,
    },
    'two leaves of one event, all rows': {
      aql: `SELECT o/${SYSTOLIC}, o/${DIASTOLIC} FROM EHR e CONTAINS OBSERVATION o[${BP}]`,
      sql: `select s.value, d.value from cairn.root r left join lateral ${systolic} s on true
        left join lateral ${diastolic} d on ${sameNode('s.at', 'd.at', 1)}
        where ${ofBp} and ${QUERYABLE} order by r.commit_number, r.num, s.at`,
    },
    'ORDER BY a value, LIMIT 50': {
      aql: `SELECT o/${KILOS} FROM EHR e CONTAINS OBSERVATION o[${WEIGHT}] ORDER BY o/${KILOS} DESC LIMIT 50`,
      sql: `select ${leaf('r', kilos)} from cairn.root r where r.latest and r.archetype_key = ${key(WEIGHT)}
        and ${QUERYABLE} order by ${leaf('r', kilos)} desc, r.commit_number, r.num limit 50`,
    },
    'groups, counted': {
      aql: 'SELECT o/name/value AS name, COUNT(*) AS n FROM EHR e CONTAINS OBSERVATION o ORDER BY n DESC, name',
      sql: `select ${leafText('r', name)}, count(*) from cairn.root r where r.latest
        and r.archetype_key = any(${ofType('OBSERVATION')}) and ${QUERYABLE} group by 1 order by 2 desc, 1`,
    },
    'whole compositions, LIMIT 10': {
      aql: 'SELECT c FROM EHR e CONTAINS COMPOSITION c LIMIT 10',
      sql: `select v.data::json from (
          select ehr_id, commit_number from cairn.root r
          where r.latest and r.num = 0 and r.archetype_key = any(${ofType('COMPOSITION')}) and ${QUERYABLE}
          order by r.commit_number limit 10
        ) page join cairn.version v using (ehr_id, commit_number) order by commit_number`,
    },
  }
}
