/** The page as a whole: theme, queries, and either the form for the key or the tenants. */
import { isCairnError } from '@cairn-ehr/client'
import { ActionIcon, localStorageColorSchemeManager, MantineProvider, Menu } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CircleUser } from 'lucide-react'
import { useEffect } from 'react'
import { LanguageItems, ThemeMenu } from '../frame/preferences.tsx'
import { theme } from '../frame/theme.ts'
import { Mark } from '../parts/mark.tsx'
import { styleNonce } from '../parts/style-nonce.ts'
import { useStore } from '../store.ts'
import { forgetKey, operatorKey } from './key.ts'
import { KeyForm } from './key-form.tsx'
import style from './operator.module.css'
import { useVersion } from './queries.ts'
import { TenantsScreen } from './tenants-screen.tsx'
import { useTexts } from './texts.ts'

/** A key that has ended meanwhile leads back to the form. */
const onError = (error: Error) => {
  if (isCairnError(error) && error.status === 401) forgetKey()
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false } },
})

const colorScheme = localStorageColorSchemeManager({ key: 'cairn-theme' })

function KeyMenu() {
  const t = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Account')}>
          <CircleUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={forgetKey}>{t('Forget the key')}</Menu.Item>
        <Menu.Divider />
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

function Tenants() {
  const t = useTexts()
  const version = useVersion().data
  // Nothing that was read with one key is shown to the next.
  useEffect(() => () => queries.clear(), [])
  return (
    <>
      <a href="#content" className={style['skip']}>
        {t('Skip to content')}
      </a>
      <section className={style['top']} aria-label="Cairn">
        <Mark size={26} />
        <span className={style['brand']}>Cairn</span>
        <span className="dim">{version}</span>
        <span className={style['space']} />
        <ThemeMenu />
        <KeyMenu />
      </section>
      <main id="content" className={style['content']} tabIndex={-1}>
        <TenantsScreen />
      </main>
    </>
  )
}

export function OperatorPage() {
  const hasKey = useStore(operatorKey) !== undefined
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>{hasKey ? <Tenants /> : <KeyForm />}</QueryClientProvider>
    </MantineProvider>
  )
}
