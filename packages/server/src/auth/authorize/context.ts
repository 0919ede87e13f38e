/** Decides the EHR and the episode that an app is given: by its launch, or by the choice of the person. */
import type { LaunchContext } from '../../http/index.ts'
import type { Person } from '../../people/index.ts'
import { viewerOf } from '../caller-rights.ts'
import type { AuthorizeNeeds } from './needs.ts'
import { AuthorizationError, type AuthorizationRequest, type Parameters } from './request.ts'
import { takeLaunch } from './store.ts'

export const macOfLaunch = ({ vault }: Pick<AuthorizeNeeds, 'vault'>, launch: string): Buffer =>
  vault.mac(`launch ${launch}`)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

/** `launch-base64-json`: the context itself, which a portal wrote; it opens nothing that the person may not see. */
function contextIn(launch: string): LaunchContext | undefined {
  try {
    const { ehrId, episodeId } = JSON.parse(Buffer.from(launch, 'base64').toString('utf8'))
    return isUuid(ehrId)
      ? { ehrId: ehrId.toLowerCase(), episodeId: isUuid(episodeId) ? episodeId : undefined }
      : undefined
  } catch {
    return undefined
  }
}

/** Uses the launch, and returns its context as parameters to keep with the request. */
export async function contextOfLaunch(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  person: Person,
): Promise<Parameters> {
  const { launch = '', clientId } = request
  const stored = await takeLaunch(
    needs.db,
    macOfLaunch(needs, launch),
    clientId,
    person.personId,
    new Date(needs.now()),
  )
  const context = stored ?? contextIn(launch)
  const isThere =
    context?.ehrId !== undefined && (await needs.records.find(viewerOf(person), context.ehrId)) !== undefined
  const { episodeId } = context ?? {}
  const hasEpisode =
    episodeId === undefined ||
    (isThere &&
      (await needs.records.episodes(viewerOf(person), context?.ehrId ?? '')).some(
        each => each.episodeId === episodeId,
      ))
  if (!isThere || !hasEpisode)
    throw new AuthorizationError(
      'invalid_request',
      'The launch is not known, was used already, or has ended.',
      request,
    )
  return {
    chosen_ehr: context?.ehrId ?? '',
    ...(episodeId === undefined ? {} : { chosen_episode: episodeId }),
    launched: 'yes',
  }
}
