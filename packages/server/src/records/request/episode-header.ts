/** `cairn-episode`: the episode that the compositions of a commit belong to. */

import type { Incoming, ParameterDoc } from '../../http/index.ts'
import { type EhrId, type ObjectId, readObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { assignEpisode } from '../../versions/companions/index.ts'
import type { Companion } from '../../versions/index.ts'

const NAME = 'cairn-episode'

export const EPISODE_HEADER: ParameterDoc = {
  name: NAME,
  in: 'header',
  description:
    'Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is.',
  schema: { type: 'string', format: 'uuid' },
}

/** Returns undefined without the header. */
export function episodeUidIn({ headers }: Incoming): ObjectId | undefined {
  const given = headers[NAME]
  if (given === undefined) return undefined
  const uid = [given].flat().join(',').trim()
  const read = readObjectId(uid)
  if (read === undefined)
    throw new Refusal('id.malformed', `The header ${NAME} must be the uid of an episode, which is a UUID.`)
  return read
}

/** Checks in the transaction of the commit that the episode exists, so that it cannot be deleted meanwhile. */
export function inEpisode(
  ehrId: EhrId,
  uid: ObjectId | undefined,
  objectIds: readonly ObjectId[],
): Companion[] {
  if (uid === undefined) return []
  const assign: Companion = async queries => {
    if (!(await assignEpisode(queries, ehrId, uid, objectIds)))
      throw new Refusal(
        'data.episode_unknown',
        `This EHR has no episode ${uid}: the header ${NAME} must name one of its episodes.`,
      )
  }
  return [assign]
}
