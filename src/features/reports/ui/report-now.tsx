import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GoogleAccount } from '#features/accounts/contract.ts'
import { Button, buttonClass } from '#kit/components/button.tsx'
import { CheckList } from '#kit/components/check-list.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { MOST_ACCOUNTS, REPORT_PDF_PATH, REPORT_XLSX_PATH } from '../contract/endpoints.ts'
import { accountsQuery } from './use-reports.ts'

export function ReportNow() {
  const accounts = useQuery(accountsQuery)
  return (
    <Section
      title="Informe ahora"
      description="Métricas, evolución, campañas y recomendaciones, en PDF o Excel"
    >
      {accounts.isPending ? (
        <div role="status" aria-label="Cargando las cuentas" className="p-5">
          <Skeleton className="h-48 w-full" />
        </div>
      ) : accounts.data ? (
        <ReportForm accounts={accounts.data.filter(({ accountType }) => accountType !== 'MCC')} />
      ) : (
        <ErrorPanel message={errorText(accounts.error)} onRetry={() => void accounts.refetch()} />
      )}
    </Section>
  )
}

function ReportForm({ accounts }: { accounts: readonly GoogleAccount[] }) {
  const [chosen, setChosen] = useState(() => accounts.slice(0, 1).map((one) => one.accountId))
  const [period, setPeriod] = useState('last_month')
  const [compare, setCompare] = useState('previous')
  if (accounts.length === 0)
    return <EmptyState title="Conecta una cuenta para poder hacer informes." />
  const query = new URLSearchParams({
    cuentas: chosen.join(','),
    periodo: period,
    comparar: compare,
  })
  return (
    <div className="flex flex-col gap-5 p-4 md:p-5">
      <CheckList
        legend="Cuentas"
        choices={accounts.map(({ accountId, accountName }) => ({
          id: accountId,
          label: accountName,
        }))}
        chosen={chosen}
        onChange={setChosen}
        error={problemOf(chosen.length)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Periodo" value={period} onChange={(event) => setPeriod(event.target.value)}>
          <option value="last_week">Semana pasada</option>
          <option value="last_month">Mes pasado</option>
          <option value="last_30_days">30 días hasta ayer</option>
        </Select>
        <Select
          label="Comparar con"
          value={compare}
          onChange={(event) => setCompare(event.target.value)}
        >
          <CompareOptions />
        </Select>
      </div>
      {problemOf(chosen.length) ? (
        <Button className="self-start" disabled>
          Vista previa
        </Button>
      ) : (
        <div className="flex flex-wrap gap-2">
          <a
            className={buttonClass('primary')}
            href={`${REPORT_PDF_PATH}?${query}`}
            target="_blank"
            rel="noopener"
          >
            Vista previa<span className="sr-only"> (se abre en otra pestaña)</span>
          </a>
          <a className={buttonClass()} href={`${REPORT_PDF_PATH}?${query}&descargar=1`} download>
            Descargar PDF
          </a>
          <a className={buttonClass()} href={`${REPORT_XLSX_PATH}?${query}`} download>
            Descargar Excel
          </a>
        </div>
      )}
    </div>
  )
}

export function CompareOptions() {
  return (
    <>
      <option value="previous">El periodo anterior</option>
      <option value="year">El mismo periodo del año pasado</option>
      <option value="none">Nada</option>
    </>
  )
}

function problemOf(count: number): string | undefined {
  if (count === 0) return 'Elige al menos una cuenta.'
  return count > MOST_ACCOUNTS
    ? `Un informe puede tener ${MOST_ACCOUNTS} cuentas como mucho.`
    : undefined
}
