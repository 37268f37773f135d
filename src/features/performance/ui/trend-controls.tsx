import ChartLine from 'lucide-react/icons/chart-line'
import StickyNote from 'lucide-react/icons/sticky-note'
import TableProperties from 'lucide-react/icons/table-properties'
import { Suspense, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { Select } from '#kit/components/select.tsx'
import { late } from '#kit/late.tsx'
import type { DayRange } from '#shared/dates.ts'
import type { TrendChoice } from './trend-choice.ts'

const NotesDialog = late(() => import('./notes-dialog.tsx').then((module) => module.NotesDialog))

type TrendControlsProps = {
  customerId: string
  range: DayRange
  choice: TrendChoice
  mayNote: boolean
}

/** What is drawn, with what beside it, and in which steps. */
export function TrendControls(props: TrendControlsProps) {
  const { customerId, range, choice, mayNote } = props
  const [isNoting, setNoting] = useState(false)
  const { metric, second, byWeek, mayBeByWeek, asTable, known, choose } = choice
  const other = asTable ? 'Ver como gráfico' : 'Ver como tabla'
  return (
    <>
      <Select
        label="Métrica del gráfico"
        hideLabel
        // Where there is little room the figures above choose it.
        className="w-44 max-xl:hidden"
        value={metric.name}
        onChange={(event) => choose({ metric: event.target.value })}
      >
        {known.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      {!asTable && (
        <Select
          label="Segunda métrica"
          hideLabel
          className="w-44 max-sm:order-last max-sm:w-full"
          value={second?.name ?? ''}
          onChange={(event) => choose({ metric2: event.target.value })}
        >
          <option value="">Sin otra métrica</option>
          {known
            .filter(({ name }) => name !== metric.name)
            .map(({ name, title }) => (
              <option key={name} value={name}>
                y {title}
              </option>
            ))}
        </Select>
      )}
      {mayBeByWeek && (
        <Button
          size="sm"
          // On a phone a long range begins by weeks.
          className="max-sm:hidden"
          onClick={() => choose({ step: byWeek ? 'day' : 'week' })}
        >
          {byWeek ? 'Por días' : 'Por semanas'}
        </Button>
      )}
      {mayNote && (
        <Button
          size="sm"
          icon={<StickyNote />}
          title="Anotar"
          aria-haspopup="dialog"
          onClick={() => setNoting(true)}
        >
          <span className="max-xl:sr-only">Anotar</span>
        </Button>
      )}
      {isNoting && (
        <Suspense>
          <NotesDialog customerId={customerId} range={range} onClose={() => setNoting(false)} />
        </Suspense>
      )}
      <Button
        size="sm"
        icon={asTable ? <ChartLine /> : <TableProperties />}
        title={other}
        onClick={() => choose({ trend: asTable ? null : 'table' })}
      >
        <span className="max-xl:sr-only">{other}</span>
      </Button>
    </>
  )
}
