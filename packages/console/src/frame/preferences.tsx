/** Choices of the reader that the browser keeps: theme and language. */
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseLanguage, LANGUAGES } from '../language/language.ts'
import type { Language } from '../language/translate.ts'
import { useTexts } from '../language/use-texts.ts'

const THEMES = [
  ['auto', 'As the system', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
] as const

export function ThemeMenu() {
  const t = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = THEMES.find(([name]) => name === colorScheme)?.[2] ?? Monitor
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Change theme')}>
          <Icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {THEMES.map(([name, label, Each]) => (
          <Menu.Item key={name} leftSection={<Each size={16} />} onClick={() => setColorScheme(name)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Items of a menu. */
export function LanguageItems() {
  const t = useTexts()
  return (
    <>
      <Menu.Label>{t('Language')}</Menu.Label>
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <Menu.Item key={code} lang={code} onClick={() => chooseLanguage(code as Language)}>
          {name}
        </Menu.Item>
      ))}
    </>
  )
}
