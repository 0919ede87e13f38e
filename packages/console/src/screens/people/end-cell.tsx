/** The last cell of a row: a button that ends what the row shows, and the reason if that fails. */
import { Button, Table } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Failure } from '../../parts/states.tsx'

interface Props<Result> {
  readonly label: string
  readonly ending: UseMutationResult<Result, Error, void>
}

export function EndCell<Result>({ label, ending }: Props<Result>) {
  return (
    <Table.Td>
      {ending.error ? <Failure error={ending.error} /> : null}
      <Button size="compact-sm" variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
        {label}
      </Button>
    </Table.Td>
  )
}
