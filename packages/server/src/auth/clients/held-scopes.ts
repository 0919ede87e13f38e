/** The scopes that a client was registered with, and whether they are enough for one that it asks for. */
import { covers, parseDataScope } from '../../access/scopes/index.ts'
import type { Client } from './client.ts'

/** A scope of SMART on openEHR may also be narrower than the one that the client has. */
export function holdsScope({ scopes }: Pick<Client, 'scopes'>, asked: string): boolean {
  if (scopes.some(own => own === asked)) return true
  const wanted = parseDataScope(asked)
  return (
    wanted !== undefined &&
    scopes.some(own => {
      const held = parseDataScope(own)
      return held !== undefined && covers(held, wanted)
    })
  )
}
