/** Sends an answer whose body is there as a whole, by Fastify. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Reply } from '../endpoint.ts'

/** Names in lower case and values in turn, as Node takes them. */
export type Head = string[]

/** A body that is no stream; a list has the pieces of a text. */
export type Whole = Exclude<Reply['body'], Readable>

/** Returns the reply if Fastify must end it. */
export type SendWhole = (
  reply: FastifyReply,
  status: number,
  head: Head,
  body: Whole,
  size: number,
) => FastifyReply | undefined

export const arePieces = (body: Reply['body']): body is readonly string[] => Array.isArray(body)

export const joined = <Body extends Reply['body']>(body: Body): Exclude<Body, readonly string[]> | string =>
  arePieces(body) ? body.join('') : (body as Exclude<Body, readonly string[]>)

export function setHeaders(reply: FastifyReply, status: number, head: Head): FastifyReply {
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1])
  return reply.code(status)
}

export const sendWhole: SendWhole = (reply, status, head, body) =>
  setHeaders(reply, status, head).send(joined(body))
