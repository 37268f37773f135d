import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAccounts } from '#features/accounts/contract.ts'
import { Button, LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Select } from '#kit/components/select.tsx'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { getImportLimits } from '../contract.ts'
import { DropZone } from './drop-zone.tsx'
import { FileLine } from './file-line.tsx'
import { isToSend } from './file-state.ts'
import { useImport } from './use-import.ts'

/** Makes an account out of reports that people download from Google Ads. */
export function ImportPage() {
  const limits = useQuery(queryOf(getImportLimits, {}))
  const maxBytes = limits.data?.maxBytes ?? null
  const accounts = useQuery(queryOf(listAccounts, {}))
  const imported = accounts.data?.filter(({ source }) => source === 'imported') ?? []
  const { files, accountId, isBusy, add, remove, send, tell } = useImport(maxBytes)
  const [accountName, setAccountName] = useState('')
  const [intoAccount, setIntoAccount] = useState('')
  const name = accountName.trim()
  const toSend = files.filter(isToSend).length
  return (
    <div className="page flex max-w-4xl flex-col gap-5">
      <title>Importar informe · Pujante</title>
      <header>
        <h1 className="text-xl font-semibold">Importar informe</h1>
        <p className="text-ink-muted text-pretty">
          Descarga en Google Ads los informes de campañas, palabras clave o términos de búsqueda en
          formato CSV o Excel y súbelos aquí. No hace falta conectar la cuenta: con ellos verás
          métricas y recomendaciones.
        </p>
      </header>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send(name, intoAccount || null)
        }}
      >
        <Card className="flex flex-col gap-4 p-4 md:p-5">
          <DropZone onFiles={add} maxBytes={maxBytes} isDisabled={isBusy || limits.isPending} />
          {/* Also while it is not known whether there are others: what comes late would move what is below. */}
          <Select
            label="Cuenta"
            hint="Los informes de una misma cuenta se juntan, también los de otro día."
            value={accountId ?? intoAccount}
            disabled={isBusy || accountId !== null}
            onChange={(event) => setIntoAccount(event.target.value)}
          >
            <option value="">Nueva cuenta</option>
            {imported.map((account) => (
              <option key={account.accountId} value={account.accountId}>
                {account.accountName}
              </option>
            ))}
          </Select>
          <TextField
            label="Nombre de la cuenta"
            hint="Así aparecerá en tu lista de cuentas. Puedes dejarlo vacío."
            value={accountName}
            maxLength={100}
            disabled={isBusy || accountId !== null || intoAccount !== ''}
            onChange={(event) => setAccountName(event.target.value)}
          />
        </Card>
        {files.length > 0 && (
          <ul aria-label="Archivos" className="flex flex-col gap-3">
            {files.map((state) => (
              <FileLine
                key={state.id}
                state={state}
                isBusy={isBusy}
                onRemove={() => remove(state.id)}
                onTell={(told) => void tell(state, name, intoAccount || null, told)}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            look="primary"
            disabled={toSend === 0}
            busy={isBusy}
            busyLabel="Importando..."
          >
            {toSend > 1 ? `Importar ${plural(toSend, 'archivo', 'archivos')}` : 'Importar'}
          </Button>
          {accountId && !isBusy && (
            <LinkButton to={paths.account(accountId)}>Ver la cuenta importada</LinkButton>
          )}
        </div>
      </form>
    </div>
  )
}
