/**
 * A small SMART on openEHR app without any library: it signs a person in by authorization code with PKCE, alone or launched by a
 * portal, and shows the compositions of the patient. Its rights end at this patient. The token stays in memory.
 *
 *   index.html?iss=https://cairn.example.org&client_id=…            opened by itself
 *   index.html?iss=https://cairn.example.org&client_id=…&launch=…   opened by a portal
 */

const RIGHTS = 'patient/composition-*.rs patient/aql-*.s'

const QUERY = `SELECT c/name/value, c/context/start_time/value, c/composer/name
  FROM COMPOSITION c ORDER BY c/context/start_time/value DESC LIMIT 20`

/** The address of this page, as it is registered as redirect URI. */
const ownAddress = `${location.origin}${location.pathname}`

const base64url = bytes =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

async function fetchJson(address, options) {
  const answer = await fetch(address, options)
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error_description ?? body.message ?? `status ${answer.status}`)
  return body
}

const discover = iss => fetchJson(`${iss}/.well-known/smart-configuration`)

/** Sends the browser to sign in. What the answer is checked with waits in the session storage of this tab. */
async function begin({ iss, clientId, launch }) {
  const { authorization_endpoint: target, services } = await discover(iss)
  const [state, verifier] = [randomText(), randomText()]
  sessionStorage.setItem(state, JSON.stringify({ iss, clientId, verifier }))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: ownAddress,
    scope: `${launch === null ? 'launch/patient' : 'launch'} ${RIGHTS}`,
    state,
    aud: services['org.openehr.rest'].baseUrl,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...(launch === null ? {} : { launch }),
  })
  location.assign(`${target}?${parameters}`)
}

/** Redeems the code. The state is used once, and the answer must be of the server that was asked (RFC 9207). */
async function redeem({ state, code, from }) {
  const kept = JSON.parse(sessionStorage.getItem(state) ?? 'null')
  sessionStorage.removeItem(state)
  if (kept === null) throw new Error('This answer was not asked for.')
  const { issuer, token_endpoint: target, services } = await discover(kept.iss)
  if (from !== issuer) throw new Error('This answer is of another server.')
  const { access_token: token } = await fetchJson(target, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: ownAddress,
      client_id: kept.clientId,
      code_verifier: kept.verifier,
    }),
  })
  return { token, api: services['org.openehr.rest'].baseUrl }
}

/** The query names no patient: the rights of the token let it see no other. */
const recordsOf = async ({ token, api }) =>
  (
    await fetchJson(`${api}/query/aql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ q: QUERY }),
    })
  ).rows

const tell = text => {
  document.querySelector('#state').textContent = text
}

function show(rows) {
  const body = document.querySelector('tbody')
  for (const row of rows) {
    const line = body.insertRow()
    for (const cell of row) line.insertCell().textContent = cell ?? ''
  }
  document.querySelector('table').hidden = false
  tell(`${rows.length} records`)
}

async function run() {
  const given = new URLSearchParams(location.search)
  // A code must not stay in the address, from where it could be copied.
  history.replaceState(null, '', location.pathname)
  if (given.has('error')) throw new Error(given.get('error_description') ?? given.get('error'))
  if (given.has('code'))
    return show(
      await recordsOf(
        await redeem({ state: given.get('state'), code: given.get('code'), from: given.get('iss') }),
      ),
    )
  const [iss, clientId] = [given.get('iss'), given.get('client_id')]
  if (iss === null || clientId === null) return tell('Open this page with ?iss=…&client_id=…')
  return begin({ iss, clientId, launch: given.get('launch') })
}

run().catch(error => tell(`It did not work: ${error.message}`))
