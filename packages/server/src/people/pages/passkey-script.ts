/** The only script of the pages: passkeys cannot do without. It is sent to browsers as it is. */
export const PASSKEY_SCRIPT = `'use strict'
const bytesOf = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), each => each.charCodeAt(0))
const textOf = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')

const send = async (path, body) => {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const content = await answer.json()
  if (answer.status === 403 && content.continue) location.assign(content.continue)
  if (!answer.ok) throw new Error('refused')
  return content
}

const withBytes = list => (list || []).map(each => ({ ...each, id: bytesOf(each.id) }))

const createPasskey = async options => {
  const { id, rawId, type, response } = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  })
  const transports = response.getTransports ? response.getTransports() : []
  return {
    id,
    rawId: textOf(rawId),
    type,
    clientExtensionResults: {},
    response: { clientDataJSON: textOf(response.clientDataJSON), attestationObject: textOf(response.attestationObject), transports },
  }
}

const usePasskey = async options => {
  const { id, rawId, type, response } = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytesOf(options.challenge), allowCredentials: withBytes(options.allowCredentials) },
  })
  return {
    id,
    rawId: textOf(rawId),
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle ? textOf(response.userHandle) : undefined,
    },
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const button = form.querySelector('button')
  const fault = form.querySelector('[data-fault]')
  button.hidden = !window.PublicKeyCredential
  form.addEventListener('submit', async event => {
    event.preventDefault()
    fault.hidden = true
    button.disabled = true
    try {
      const fields = Object.fromEntries(new FormData(form))
      const options = await send(form.dataset.path + '/options', fields)
      const credential = await (form.dataset.passkey === 'create' ? createPasskey : usePasskey)(options)
      const done = await send(form.dataset.path, { ...fields, challenge: options.challenge, credential })
      location.assign(done.continue)
    } catch {
      fault.hidden = false
      button.disabled = false
    }
  })
}
`
