import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'

const PAUSE_MS = 120

/** A search field whose value lives in the address; letters wait for a pause before they go there. */
export function SearchBox(props: {
  label: string
  value: string
  onSearch: (text: string) => void
  className?: string
}) {
  const { label, value, onSearch, className } = props
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed by other means than typing here: back button, another level.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setDraft(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const onChange = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setSent(text)
      onSearch(text)
    }, PAUSE_MS)
  }
  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      leading={<Search />}
      value={draft}
      onChange={(event) => onChange(event.target.value)}
      className={className}
    />
  )
}
