/** Settings of requests and answers: size, number and time. */
import { integer, size } from '../config-values.ts'
import { setting } from './setting.ts'

export const REQUEST_SETTINGS = {
  maxRequests: setting({
    variable: 'CAIRN_MAX_REQUESTS',
    default: '256',
    read: integer(1, 100000),
    meaning:
      'Most requests under way at a time, from their first byte to the last of their answer; one more answers 503. Health checks are not counted.',
  }),
  bodyLimit: setting({
    variable: 'CAIRN_BODY_LIMIT',
    default: '20MB',
    read: size,
    meaning: 'Largest request body; a larger one answers 413.',
  }),
  urlLimit: setting({
    variable: 'CAIRN_URL_LIMIT',
    default: '16KB',
    read: size,
    meaning: 'Longest request target; a longer one answers 414.',
  }),
  headerLimit: setting({
    variable: 'CAIRN_HEADER_LIMIT',
    default: '64KB',
    read: size,
    meaning: 'Request line and headers together; more answers 431.',
  }),
  compressFrom: setting({
    variable: 'CAIRN_COMPRESS_FROM',
    default: '16KB',
    read: size,
    meaning:
      'Answers from this size on are compressed (`br`, `gzip`) for clients that take it; `0`: none are.',
  }),
  requestTimeout: setting({
    variable: 'CAIRN_REQUEST_TIMEOUT_MS',
    default: '60000',
    read: integer(1000, 3600000),
    meaning: 'Time a client has to send a whole request; its headers must be there after a quarter of it.',
  }),
  shutdownGrace: setting({
    variable: 'CAIRN_SHUTDOWN_GRACE_MS',
    default: '6000',
    read: integer(0, 600000),
    meaning:
      'Time that requests under way are given to end when the server is told to stop (SIGTERM, SIGINT, or SIGHUP where that has no other meaning); about three seconds later it has ended, whatever the database does.',
  }),
}
