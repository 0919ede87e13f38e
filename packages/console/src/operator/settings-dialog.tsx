/** The settings that a tenant has different from the server. */
import { ActionIcon, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Wait } from '../parts/states.tsx'
import { type OwnSetting, putSettings, type Tenant } from './api.ts'
import { useChange, useOwnSettings } from './queries.ts'
import { useTexts } from './texts.ts'

interface FieldProps {
  readonly setting: OwnSetting
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRemove: () => void
}

function SettingField({ setting, value, onChange, onRemove }: FieldProps) {
  const t = useTexts()
  const { variable, meaning } = setting
  const remove = `${t('Use the value of the server')}: ${variable}`
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        label={variable}
        description={`${meaning.replaceAll('`', '')} ${t('On the server: {value}', { value: setting.value })}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ label: 'mono', input: 'mono' }}
        required
        autoComplete="off"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <ActionIcon variant="subtle" mt={24} size="lg" aria-label={remove} title={remove} onClick={onRemove}>
        <X size={16} />
      </ActionIcon>
    </Group>
  )
}

interface FieldsProps {
  readonly own: readonly OwnSetting[]
  readonly settings: Tenant['settings']
  readonly onChange: (settings: Tenant['settings']) => void
}

function SettingFields({ own, settings, onChange }: FieldsProps) {
  const t = useTexts()
  const [words, setWords] = useState('')
  const isSet = ({ variable }: OwnSetting) => settings[variable] !== undefined
  const without = (variable: string) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => name !== variable))
  return (
    <Stack gap="md">
      {own.filter(isSet).map(setting => (
        <SettingField
          key={setting.variable}
          setting={setting}
          value={settings[setting.variable] ?? ''}
          onChange={value => onChange({ ...settings, [setting.variable]: value })}
          onRemove={() => onChange(without(setting.variable))}
        />
      ))}
      <Select
        label={t('Add a setting')}
        data={own.filter(setting => !isSet(setting)).map(({ variable }) => variable)}
        classNames={{ input: 'mono', option: 'mono' }}
        searchable
        searchValue={words}
        onSearchChange={setWords}
        value={null}
        onChange={variable => {
          setWords('')
          if (variable !== null) onChange({ ...settings, [variable]: '' })
        }}
      />
    </Stack>
  )
}

interface Props {
  readonly tenant: Tenant
  readonly onClose: () => void
}

export function SettingsDialog({ tenant, onClose }: Props) {
  const t = useTexts()
  const own = useOwnSettings()
  const [settings, setSettings] = useState(tenant.settings)
  const changing = useChange(() => putSettings(tenant.tenant_id, settings), tenant.tenant_id, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Change settings')}
      mutation={changing}
      isDisabled={!own.data}
    >
      <Text size="sm">
        {t(
          'A setting without a value here has that of the server. The tenant is closed for a moment, and opened with the new values.',
        )}
      </Text>
      <Wait query={own} rows={3}>
        {found => <SettingFields own={found} settings={settings} onChange={setSettings} />}
      </Wait>
    </FormDialog>
  )
}
