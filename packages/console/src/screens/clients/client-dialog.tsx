/** Makes or changes a client: its kind, its rights in words, the addresses that people come back to, how it proves who it is. */
import type { CairnClient, Client } from '@cairn-ehr/client'
import { Checkbox, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import {
  API_SCOPES,
  APP_SCOPES,
  CLIENT_KINDS,
  type ClientForm,
  changeIn,
  EMPTY_CLIENT,
  formOf,
  isApp,
  isComplete,
  KIND_WORDS,
  mayBeBasic,
  newClientIn,
} from './client-form.ts'
import { clientsKey } from './queries.ts'
import { type TextKey, useTexts } from './texts.ts'

interface FieldsProps {
  readonly form: ClientForm
  readonly change: (part: Partial<ClientForm>) => void
}

const KIND_HINTS: Readonly<Record<ClientForm['kind'], TextKey>> = {
  backend: 'Has a secret or keys, and no person behind it',
  public: 'Runs in a browser or on a phone: it cannot keep a secret',
  confidential: 'People sign in; its server keeps the secret or the keys',
}

function KindFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      <Radio.Group
        label={t('Kind of client')}
        value={form.kind}
        onChange={chosen => change({ kind: CLIENT_KINDS.find(kind => kind === chosen) ?? 'backend' })}
      >
        <Stack gap="xs" mt="xs">
          {CLIENT_KINDS.map(kind => (
            <Radio key={kind} value={kind} label={t(KIND_WORDS[kind])} description={t(KIND_HINTS[kind])} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('Client id')}
        description={t('Default: made up by the server')}
        value={form.clientId}
        maxLength={100}
        onChange={event => change({ clientId: event.currentTarget.value })}
      />
    </>
  )
}

function ScopeFields({ form, change }: FieldsProps) {
  const t = useTexts()
  const rows = isApp(form) ? [...API_SCOPES, ...APP_SCOPES] : API_SCOPES
  return (
    <>
      <Checkbox.Group label={t('Rights')} value={[...form.scopes]} onChange={scopes => change({ scopes })}>
        <Stack gap="xs" mt="xs">
          {rows.map(([scope, words]) => (
            <Checkbox key={scope} value={scope} label={`${t(words)} (${scope})`} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={t('Other scopes, one in a line')}
        description={t('For example patient/composition-Vital_signs.**.rs')}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={form.otherScopes}
        onChange={event => change({ otherScopes: event.currentTarget.value })}
      />
    </>
  )
}

function AddressFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      <Textarea
        label={t('Addresses to come back to, one in a line')}
        description={t('People are sent there after they signed in (redirect URIs); compared exactly')}
        required
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={form.redirectUris}
        onChange={event => change({ redirectUris: event.currentTarget.value })}
      />
      <Textarea
        label={t('Addresses after signing out, one in a line')}
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={form.postLogoutUris}
        onChange={event => change({ postLogoutUris: event.currentTarget.value })}
      />
      <TextInput
        label={t('Address to notify when a session ends')}
        classNames={{ input: 'mono' }}
        value={form.backchannelUri}
        onChange={event => change({ backchannelUri: event.currentTarget.value })}
      />
    </>
  )
}

function ProofFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      {form.kind === 'public' ? null : (
        <TextInput
          label={t('Address of its public keys')}
          description={t('Instead of a secret')}
          classNames={{ input: 'mono' }}
          value={form.keysUri}
          onChange={event => change({ keysUri: event.currentTarget.value })}
        />
      )}
      <Switch
        label={t('Tokens bound to a key of the client (DPoP)')}
        checked={form.requiresDpop}
        onChange={event => change({ requiresDpop: event.currentTarget.checked })}
      />
      {mayBeBasic(form) ? (
        <Switch
          label={t('Basic authentication')}
          description={t(
            'Send id and secret with every request, at the addresses for clients of other servers',
          )}
          checked={form.isBasic}
          onChange={event => change({ isBasic: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}

interface Props {
  /** Absent: a new one. */
  readonly client?: Client | undefined
  readonly onClose: () => void
  readonly onMade: (client: Client) => void
}

export function ClientDialog({ client, onClose, onMade }: Props) {
  const t = useTexts()
  const [form, setForm] = useState(client ? formOf(client) : EMPTY_CLIENT)
  const change = (part: Partial<ClientForm>) => setForm({ ...form, ...part })
  const save = ({ clients }: CairnClient) =>
    client
      ? clients.update({ client_id: client.client_id, body: changeIn(form, client) })
      : clients.create({ body: newClientIn(form) })
  const saving = useAct(save, [clientsKey], made => {
    onMade(made)
    onClose()
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={client ? t('Change client') : t('Create client')}
      mutation={saving}
      isDisabled={!isComplete(form)}
      size="xl"
    >
      <TextInput
        label={t('Name')}
        required
        data-autofocus
        maxLength={200}
        value={form.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      {client ? null : <KindFields form={form} change={change} />}
      <ScopeFields form={form} change={change} />
      {isApp(form) ? <AddressFields form={form} change={change} /> : null}
      <ProofFields form={form} change={change} />
    </FormDialog>
  )
}
