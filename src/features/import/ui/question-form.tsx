import { useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Select } from '#kit/components/select.tsx'
import type { ImportQuestion } from '../contract.ts'
import { ColumnNames } from './column-names.tsx'
import { currencyChoices } from './currency-choices.ts'
import type { Told } from './file-state.ts'

type QuestionFormProps = {
  question: ImportQuestion
  told: Told
  /** Why what was told cannot be used. */
  problem: string | null
  isBusy: boolean
  onTell: (told: Told) => void
}

/** What a file does not say and only its owner knows: what its columns are, its days, its currency. */
export function QuestionForm({ question, told, problem, isBusy, onTell }: QuestionFormProps) {
  const { columns, asksPeriod, currency } = question
  const [named, setNamed] = useState(told.columns ?? columns?.guesses ?? [])
  const [from, setFrom] = useState(told.from ?? '')
  const [to, setTo] = useState(told.to ?? '')
  const [currencyCode, setCurrencyCode] = useState(told.currencyCode ?? '')
  const isWhole =
    (!asksPeriod || (from !== '' && to !== '' && from <= to)) && (!currency || currencyCode !== '')
  return (
    // Not a form: it stands inside the page's own.
    <fieldset disabled={isBusy} className="mt-3 flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Lo que falta saber de {question.fileName}</legend>
      <p className="text-pretty">{question.message}</p>
      {columns && <ColumnNames question={columns} named={named} onName={setNamed} />}
      {asksPeriod && (
        <div className="grid max-w-md grid-cols-2 gap-3">
          <TextField
            label="Primer día"
            type="date"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="Último día"
            type="date"
            value={to}
            min={from}
            onChange={(event) => setTo(event.target.value)}
            error={from !== '' && to !== '' && from > to ? 'Es anterior al primero.' : undefined}
          />
        </div>
      )}
      {currency && (
        <Select
          label="Moneda de los importes"
          hint={
            currency.sign ? `El archivo solo dice «${currency.sign}», que es de varias.` : undefined
          }
          className="max-w-md"
          value={currencyCode}
          onChange={(event) => setCurrencyCode(event.target.value)}
        >
          <option value="">Elige la moneda</option>
          {currencyChoices(currency.sign).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {problem && <p className="text-danger">{problem}</p>}
      <div>
        <Button
          type="button"
          look="primary"
          disabled={!isWhole}
          onClick={() =>
            onTell({
              ...told,
              ...(columns && { columns: named }),
              ...(asksPeriod && { from, to }),
              ...(currency && { currencyCode }),
            })
          }
        >
          Continuar con este archivo
        </Button>
      </div>
    </fieldset>
  )
}
