/** Settings of requests and answers: size, number and time. */
import { integer, size } from './config-values.ts'
import { setting } from './setting.ts'

export const REQUEST_SETTINGS = {
  maxRequests: setting({
    variable: 'CAIRN_MAX_REQUESTS',
    default: '256',
    read: integer(1, 100000),
    meaning: 'Most requests in progress at a time; one more answers 503. Health checks are not counted.',
  }),
  maxChangeReaders: setting({
    variable: 'CAIRN_MAX_CHANGE_READERS',
    default: '100',
    read: integer(0, 100000),
    meaning:
      'Most clients of a process that wait for changes or read a stream of them; one more answers 503. Those that wait count as requests in progress too.',
  }),
  changeReadersPerClient: setting({
    variable: 'CAIRN_CHANGE_READERS_PER_CLIENT',
    default: '50',
    read: integer(1, 100000),
    meaning: 'Most of them that one client or person has in a process; one more answers 429.',
  }),
  waitTarget: setting({
    variable: 'CAIRN_WAIT_TARGET_MS',
    default: '1000',
    read: integer(0, 60000),
    meaning:
      'Longest wait of requests before processing (connections not yet accepted, delay of the event loop). If it lasts, further requests answer 503 until the wait is half as long; `0`: never. Health checks are answered.',
  }),
  maxConnections: setting({
    variable: 'CAIRN_MAX_CONNECTIONS',
    default: '4096',
    read: integer(8, 1000000),
    meaning:
      'Most open connections of clients, as far as the limit of open files allows. At the limit, the server closes the connection that has been idle for the longest time; if all are busy, it closes the new one.',
  }),
  maxConnectionsPerPeer: setting({
    variable: 'CAIRN_MAX_CONNECTIONS_PER_PEER',
    default: '1024',
    read: integer(0, 1000000),
    meaning:
      'The same for one address (of IPv6, for the first 64 bits of it); `0`: no bound. It does not apply to the addresses of `CAIRN_TRUSTED_PROXIES`.',
  }),
  firstByteTimeout: setting({
    variable: 'CAIRN_FIRST_BYTE_TIMEOUT_MS',
    default: '5000',
    read: integer(100, 3600000),
    meaning: 'Time after which a connection that has sent no byte is closed.',
  }),
  bodyLimit: setting({
    variable: 'CAIRN_BODY_LIMIT',
    default: '20MB',
    read: size,
    meaning: 'Largest request body; a larger one answers 413.',
  }),
  maxObjects: setting({
    variable: 'CAIRN_MAX_OBJECTS',
    default: '50000',
    read: integer(1000, 10000000),
    meaning:
      'Most objects and arrays of a JSON body, or of a record that is made of XML; more answers 400. Reading 50,000 takes some 40 ms and blocks other requests.',
  }),
  maxVersions: setting({
    variable: 'CAIRN_MAX_VERSIONS',
    default: '1000',
    read: integer(1, 1000000),
    meaning: 'Most versions of one contribution; more answer 413.',
  }),
  maxFolders: setting({
    variable: 'CAIRN_MAX_FOLDERS',
    default: '10000',
    read: integer(1, 1000000),
    meaning: 'Most FOLDERs of one directory; more answer 413.',
  }),
  maxFindings: setting({
    variable: 'CAIRN_MAX_FINDINGS',
    default: '1000',
    read: integer(1, 1000000),
    meaning:
      'Most broken rules that an answer lists, or that are stored with a lenient commit; the last entry then has the number of the others.',
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
      'Answers from this size on are compressed (`br`, `gzip`) for clients that accept it; `0`: never.',
  }),
  requestTimeout: setting({
    variable: 'CAIRN_REQUEST_TIMEOUT_MS',
    default: '60000',
    read: integer(1000, 3600000),
    meaning: 'Time for a client to send a whole request; its headers must arrive within a quarter of it.',
  }),
  shutdownGrace: setting({
    variable: 'CAIRN_SHUTDOWN_GRACE_MS',
    default: '6000',
    read: integer(0, 600000),
    meaning:
      'Time for requests in progress to finish after SIGTERM, SIGINT, or SIGHUP where that has no other meaning. About three seconds later the server ends in any case.',
  }),
}
