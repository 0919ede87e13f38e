/** Reads an EHR id in the query string, a header or a body, where a malformed one is a 400. */
import { type EhrId, readEhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'

export function namedEhrId(value: unknown, name: string): EhrId {
  const id = typeof value === 'string' ? readEhrId(value) : undefined
  if (id === undefined) throw new Refusal('id.malformed', `${name} must be the UUID of an EHR.`)
  return id
}
