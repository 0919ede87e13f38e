/** Theme, language and time zone of the reader. */
import { SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { formatInstant } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { chooseLanguage, LANGUAGES, zone } from '../../language/language.ts'
import type { Language } from '../../language/translate.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useTexts } from './texts.ts'

export function SettingsScreen() {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <PageHead title={t('Settings')} />
      <Stack maw={420} gap="lg">
        <div>
          <Text fw={600} size="sm" mb={4}>
            {t('Theme')}
          </Text>
          <SegmentedControl
            aria-label={t('Theme')}
            fullWidth
            data={[
              { value: 'auto', label: t('As the system') },
              { value: 'light', label: t('Light') },
              { value: 'dark', label: t('Dark') },
            ]}
            value={colorScheme}
            onChange={value => setColorScheme(value as typeof colorScheme)}
          />
        </div>
        <Select
          label={t('Language')}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={timeStyle.language}
          allowDeselect={false}
          onChange={value => chooseLanguage(value as Language)}
        />
        <Select
          label={t('Time zone')}
          description={t('Kept until the page is closed. Now it is {time}.', {
            time: formatInstant(new Date(), timeStyle),
          })}
          placeholder={t('That of the browser')}
          searchable
          clearable
          data={Intl.supportedValuesOf('timeZone')}
          value={timeStyle.zone ?? null}
          onChange={value => zone.set(value ?? undefined)}
        />
      </Stack>
    </>
  )
}
