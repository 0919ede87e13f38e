/** Fast paths of the server, and the requests that each is there for. A test demands that the list is complete. */
export const FAST_PATHS: Readonly<Record<string, readonly string[]>> = {
  'db/fast/prepared-query': ['GET composition, 10 KB', 'POST composition, 10 KB', 'AQL of one patient'],
  'versions/fast/short-columns': ['GET composition, 10 KB'],
  'versions/packing/fast/preset-codec': ['GET composition, 10 KB', 'POST composition, 10 KB'],
  'db/fast/list-parameter': ['POST composition, 10 KB'],
  'observe/fast/request-line': ['GET composition, 10 KB'],
  'http/fast/next-turn': ['POST composition, 10 KB'],
}
