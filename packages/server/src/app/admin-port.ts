/** The endpoints of `CAIRN_ADMIN_PORT`, which no client reaches: metrics and health. */
import { type BoundEndpoint, bind, type Endpoint, endpoint } from '../http/index.ts'
import { healthEndpoints } from '../http/pages/index.ts'
import { type AllProcesses, type Metrics, sumMetrics } from '../observe/index.ts'
import type { Services } from './services.ts'

type PrintedMetrics = Pick<Metrics, 'render' | 'contentType'>

/** The metrics of all processes on one page, whichever of them is asked. */
function allMetrics({ render, contentType }: Metrics, processes: AllProcesses): PrintedMetrics {
  processes.provide('metrics', render)
  return { contentType, render: async () => sumMetrics((await processes.collect('metrics')) as string[]) }
}

const metricsEndpoint: Endpoint<PrintedMetrics> = endpoint({
  route: 'GET /metrics',
  scope: 'public',
  unaudited: true,
  produces: ['text/plain'],
  doc: {
    operationId: 'metrics',
    tag: 'Service',
    summary: 'Prometheus metrics',
    responses: { 200: { description: 'The metrics.' } },
  },
  read: () => undefined,
  act: metrics => metrics.render().then(body => ({ body, type: metrics.contentType })),
  reply: ({ body, type }) => ({ status: 200, headers: { 'Content-Type': type }, body }),
})

export const adminPortEndpoints = ({
  metrics,
  processes,
  unready,
  degraded,
}: Pick<Services, 'metrics' | 'processes' | 'unready' | 'degraded'>): BoundEndpoint[] => [
  ...bind([metricsEndpoint], allMetrics(metrics, processes)),
  ...bind(healthEndpoints, { unready, degraded }),
]
