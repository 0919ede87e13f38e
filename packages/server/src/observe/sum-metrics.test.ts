import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sumMetrics } from './sum-metrics.ts'

const page = (requests: string, lag: number, connections: number) => `# HELP requests_total Requests.
# TYPE requests_total counter
${requests}

# HELP nodejs_eventloop_lag_seconds Lag.
# TYPE nodejs_eventloop_lag_seconds gauge
nodejs_eventloop_lag_seconds ${lag}

# HELP connections Open connections.
# TYPE connections gauge
connections ${connections}
`

describe('metrics of several processes', () => {
  it('are added up by name and labels; of a lag the highest is shown', () => {
    const sum = sumMetrics([
      page('requests_total{route="/a b",status="200"} 2\nrequests_total{route="/c",status="200"} 1', 0.5, 3),
      page('requests_total{route="/a b",status="200"} 5\nrequests_total{route="/d",status="404"} 4', 0.25, 4),
    ])
    const requests = [
      'requests_total{route="/a b",status="200"} 7',
      'requests_total{route="/c",status="200"} 1',
      'requests_total{route="/d",status="404"} 4',
    ]
    assert.equal(sum, page(requests.join('\n'), 0.5, 7))
  })

  it('of one process stay as they are', () => {
    const one = page('requests_total 2', 0.125, 3)
    assert.equal(sumMetrics([one]), one)
  })
})
