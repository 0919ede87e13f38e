/** Stands where a screen broke. The frame around it stays, and both ways out lead on. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Failure } from '../parts/states.tsx'

export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const t = useTexts()
  const queries = useQueryClient()
  useEffect(() => {
    // An answer that broke this screen would break it again, and others that show the same answer.
    void queries.resetQueries()
  }, [queries])
  return (
    <>
      <PageHead title={t('This page has stopped working')}>
        <Button component={Link} to="/" variant="default">
          {t('Go to the overview')}
        </Button>
      </PageHead>
      <Failure error={error} retry={reset} />
    </>
  )
}
