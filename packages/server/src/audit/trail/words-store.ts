/** The SQL of words that events name by number. */
import { type Queries, sql } from '../../db/index.ts'
import type { Act, Actor } from './row.ts'

export interface Numbered<Words> {
  readonly number: number
  readonly words: Words
}

type ActRow = Act & { readonly act: number }
type ActorRow = Actor & { readonly actor: number }

const ACT = 'method, route, path, action, status, outcome, commits'
const ACTOR = 'client_id, person, address'

const insertActs = sql<ActRow, [month: string, acts: string]>({
  name: 'audit.addActs',
  text: `insert into cairn.audit_act (month, ${ACT})
         select $1::date, ${ACT} from json_to_recordset($2::json) as w (method text, route text, path text,
           action text, status smallint, outcome text, commits boolean)
         returning act, ${ACT}`,
})

const insertActors = sql<ActorRow, [month: string, actors: string]>({
  name: 'audit.addActors',
  text: `insert into cairn.audit_actor (month, ${ACTOR})
         select $1::date, ${ACTOR} from json_to_recordset($2::json) as w (client_id text, person text, address text)
         returning actor, ${ACTOR}`,
})

const actsOf = sql<ActRow, [month: string]>({
  name: 'audit.acts',
  text: `select act, ${ACT} from cairn.audit_act where month = $1::date`,
})

const actorsOf = sql<ActorRow, [month: string]>({
  name: 'audit.actors',
  text: `select actor, ${ACTOR} from cairn.audit_actor where month = $1::date`,
})

const firstDay = (month: string): string => `${month}-01`

const numberedActs = (rows: readonly ActRow[]): readonly Numbered<Act>[] =>
  rows.map(({ act, ...words }) => ({ number: act, words }))

const numberedActors = (rows: readonly ActorRow[]): readonly Numbered<Actor>[] =>
  rows.map(({ actor, ...words }) => ({ number: actor, words }))

/** Stores words and returns their numbers. Two processes may store the same words, which does no harm. */
export const addActs = async (db: Queries, month: string, acts: readonly Act[]) =>
  numberedActs(await db.query(insertActs, [firstDay(month), JSON.stringify(acts)]))

export const addActors = async (db: Queries, month: string, actors: readonly Actor[]) =>
  numberedActors(await db.query(insertActors, [firstDay(month), JSON.stringify(actors)]))

/** The words of a month that have a number. */
export const findActs = async (db: Queries, month: string) =>
  numberedActs(await db.query(actsOf, [firstDay(month)]))

export const findActors = async (db: Queries, month: string) =>
  numberedActors(await db.query(actorsOf, [firstDay(month)]))
