/** An address that no screen has. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../language/use-texts.ts'
import { PageHead } from '../parts/page-head.tsx'

export function NoSuchPage() {
  const t = useTexts()
  return (
    <>
      <PageHead title={t('There is no such page')} />
      <Button component={Link} to="/" variant="default">
        {t('Go to the overview')}
      </Button>
    </>
  )
}
