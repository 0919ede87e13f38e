/** The SQL of the apps of a person: what the person agreed to, and what each app can still do. */
import { type Database, type Queries, sql } from '../../db/index.ts'
import { revokeGrants } from '../../people/index.ts'

const revokeOfApp = sql<never, [personId: string, clientId: string]>({
  name: 'grant.revokeOfApp',
  text: revokeGrants('person_id = $1 and client_id = $2'),
})
const dropConsent = sql<never, [personId: string, clientId: string]>({
  name: 'grant.dropConsent',
  text: 'delete from cairn.consent where person_id = $1 and client_id = $2',
})
const consentOf = sql<{ scopes: string[] }, [personId: string, clientId: string]>({
  name: 'grant.consent',
  text: 'select scopes from cairn.consent where person_id = $1 and client_id = $2',
})
const upsertConsent = sql<never, [personId: string, clientId: string, scopes: readonly string[], now: Date]>({
  name: 'grant.putConsent',
  text: `insert into cairn.consent (person_id, client_id, scopes, given_at) values ($1, $2, $3, $4)
         on conflict (person_id, client_id) do update
         set scopes = array(select distinct unnest(consent.scopes || excluded.scopes)), given_at = excluded.given_at`,
})

interface AppRow {
  client_id: string
  name: string
  scopes: string[]
  given_at: Date
  refreshed_at: Date | null
}

const appsOf = sql<
  AppRow,
  [personId: string, now: Date, tokensSince: Date, chainsSince: Date, sessionIds: readonly string[]]
>({
  name: 'grant.apps',
  text: `with given as (
           select client_id, scopes, given_at, null::timestamptz as refreshed_at
           from cairn.consent where person_id = $1
           union all
           select client_id, scopes, granted_at, refreshed_at
           from cairn.app_grant g
           where person_id = $1 and revoked_at is null
             and (refreshed_at > $3
               or granted_at > $4 and (session_id is null or session_id = any ($5::uuid[]))
                 and exists (select from cairn.refresh_token r
                             where r.grant_id = g.grant_id and r.used_at is null and r.expires_at > $2))
         )
         select client_id, a.name, array_agg(distinct scope order by scope) as scopes,
           min(given_at) as given_at, max(refreshed_at) as refreshed_at
         from given join cairn.client a using (client_id) cross join unnest(given.scopes) scope
         where a.deleted_at is null
         group by client_id, a.name order by a.name, client_id`,
})

/** Ends everything that an app may do for a person; false if it could do nothing. */
export const withdrawApp = (db: Database, personId: string, clientId: string): Promise<boolean> =>
  db.transaction(async queries => {
    const consents = await queries.execute(dropConsent, [personId, clientId])
    const grants = await queries.execute(revokeOfApp, [personId, clientId])
    return consents + grants > 0
  })

export const findConsent = async (
  db: Queries,
  personId: string,
  clientId: string,
): Promise<readonly string[]> => (await db.query(consentOf, [personId, clientId]))[0]?.scopes ?? []

export const addConsent = (
  db: Queries,
  personId: string,
  clientId: string,
  scopes: readonly string[],
  now: Date,
): Promise<unknown> => db.execute(upsertConsent, [personId, clientId, scopes, now])

export interface AppOfPerson {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly givenAt: Date
  /** The time of its last tokens; undefined if the person agreed once, and no token or refresh token is left. */
  readonly refreshedAt: Date | undefined
}

export interface AppListNeeds {
  readonly db: Queries
  readonly now: () => number
  readonly personTokenLifetime: number
  readonly refreshChainLifetime: number
  /** Sessions of the person that have not ended. */
  readonly sessions: { list(personId: string): Promise<readonly { readonly sessionId: string }[]> }
}

/** Apps that the person agreed to, and apps that have access now, by whichever way they got it. */
export async function listApps(needs: AppListNeeds, personId: string): Promise<AppOfPerson[]> {
  const { db, now, sessions } = needs
  const secondsAgo = (seconds: number) => new Date(now() - seconds * 1000)
  const live = (await sessions.list(personId)).map(({ sessionId }) => sessionId)
  const rows = await db.query(appsOf, [
    personId,
    new Date(now()),
    secondsAgo(needs.personTokenLifetime),
    secondsAgo(needs.refreshChainLifetime),
    live,
  ])
  return rows.map(row => ({
    clientId: row.client_id,
    name: row.name,
    scopes: row.scopes,
    givenAt: row.given_at,
    refreshedAt: row.refreshed_at ?? undefined,
  }))
}
