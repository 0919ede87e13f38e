/** The health check of the container: ends with 0 if the server can serve, else with 1 and the reason. */
const port = process.env.CAIRN_ADMIN_PORT || process.env.CAIRN_PORT || '8080'

try {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2500) })
  process.stdout.write(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  process.stdout.write(`There is no answer on port ${port} (${error.name}).`)
  process.exitCode = 1
}
