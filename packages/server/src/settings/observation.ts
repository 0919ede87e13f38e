/** Settings of the log and of traces. */
import { headers, integer, oneOf, ratio, url } from './config-values.ts'
import { optional, setting } from './setting.ts'

export const OBSERVATION_SETTINGS = {
  logLevel: setting({
    variable: 'CAIRN_LOG_LEVEL',
    default: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    meaning: 'Least severe line that is logged.',
  }),
  slowQuery: setting({
    variable: 'CAIRN_SLOW_QUERY_MS',
    default: '1000',
    read: integer(0, 3600000),
    meaning: 'Queries that take longer are logged as warnings, with their text without literals; `0`: never.',
  }),
  traceUrl: optional({
    variable: 'CAIRN_TRACE_URL',
    unset: 'off',
    read: url('http:', 'https:'),
    meaning:
      'Address for traces of requests: an OpenTelemetry collector with OTLP over HTTP, such as `http://localhost:4318/v1/traces`.',
  }),
  traceRatio: setting({
    variable: 'CAIRN_TRACE_RATIO',
    default: '1',
    read: ratio,
    meaning:
      'Share of the requests that are traced, from 0 to 1; a caller that sends `traceparent` decides for its requests.',
  }),
  traceHeaders: optional({
    variable: 'CAIRN_TRACE_HEADERS',
    unset: 'none',
    secret: true,
    read: headers,
    meaning: 'Headers for the collector, such as `Authorization=Bearer abc`, by comma.',
  }),
  logFormat: setting({
    variable: 'CAIRN_LOG_FORMAT',
    default: 'auto',
    read: oneOf('auto', 'json', 'text'),
    meaning:
      'Form of log lines: `json` for programs, `text` for people; `auto` is `text` on a terminal and `json` elsewhere.',
  }),
}
