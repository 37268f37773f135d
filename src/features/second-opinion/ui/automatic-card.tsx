import { Badge } from '#kit/components/badge.tsx'
import { MeasuredResult, MeasuredVerdict } from '#kit/components/measured-result.tsx'
import { longDay, plural, verbAndCount } from '#shared/spanish-numbers.ts'
import type { AutomaticChange } from '../contract.ts'
import { BeforeAfter } from './before-after.tsx'

/** What was changed in one place on one day, but not by hand, before and after, and what came of it. */
export function AutomaticCard(props: { change: AutomaticChange; currencyCode: string }) {
  const { dia, origen, lugar, cambios, mas, measured, daysToMeasure, held } = props.change
  return (
    <article className="px-4 py-4 md:px-5">
      <p className="mb-1.5 flex flex-wrap items-center gap-2">
        {measured && <MeasuredVerdict measured={measured} />}
        <Badge tone="accent">{origen}</Badge>
        <span className="text-sm text-ink-faint">{longDay(dia)}</span>
      </p>
      <h3 className="font-semibold text-balance wrap-anywhere">{lugar ?? 'Toda la cuenta'}</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {cambios.map((one) => (
          <Line key={`${one.hora} ${one.que}`} line={one} />
        ))}
      </ul>
      {mas > 0 && (
        <p className="mt-1 text-sm text-ink-faint">
          Y {plural(mas, 'cambio más', 'cambios más')} ese día.
        </p>
      )}
      {measured ? (
        <MeasuredResult measured={measured} currencyCode={props.currencyCode} />
      ) : (
        <p className="mt-2 text-sm text-ink-muted">
          {held ??
            (daysToMeasure
              ? `Midiendo, ${verbAndCount(daysToMeasure, ['falta', 'faltan'], ['día', 'días'])}`
              : 'Se medirá en la próxima sincronización')}
        </p>
      )}
    </article>
  )
}

function Line({ line }: { line: AutomaticChange['cambios'][number] }) {
  return (
    <li className="text-sm wrap-anywhere">
      <span className="tabular text-ink-faint">{line.hora}</span> {line.que}
      {line.campos.length > 0 && (
        <details className="mt-0.5">
          <summary className="w-fit rounded-sm text-accent">Antes y después</summary>
          <dl className="tabular mt-1 grid gap-1">
            {line.campos.map(({ name, before, after }) => (
              <div key={name} className="flex flex-wrap gap-x-2">
                <dt className="text-ink-faint">{name}</dt>
                <dd>
                  <BeforeAfter before={before} after={after} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}
