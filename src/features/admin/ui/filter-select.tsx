import { Select } from '#kit/components/select.tsx'
import { useUrlState } from '#kit/url-state.ts'

/** A filter that lives in the address; `all`: what stands where it filters nothing. */
export function FilterSelect({
  label,
  all,
  param,
  value,
  options,
}: {
  label: string
  all: string
  param: string
  value: string | null
  options: readonly (readonly [value: string, word: string])[]
}) {
  const { change } = useUrlState()
  return (
    <Select
      label={label}
      hideLabel
      className="max-sm:flex-1 max-sm:basis-36"
      value={value ?? ''}
      onChange={(event) => change({ [param]: event.target.value, page: null })}
    >
      <option value="">{all}</option>
      {options.map(([one, word]) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
    </Select>
  )
}
