/** A receiver of webhooks that takes everything, and notes the versions whose events it got. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  readonly url: string
  /** As `object version`. */
  readonly versions: ReadonlySet<string>
  close(): void
}

interface SentEvent {
  readonly data?: { readonly object_id?: string; readonly version?: number }
}

export async function openReceiver(): Promise<Receiver> {
  const versions = new Set<string>()
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as SentEvent
      if (data?.object_id && data.version) versions.add(`${data.object_id} ${data.version}`)
      reply.writeHead(204).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    versions,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
