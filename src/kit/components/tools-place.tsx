import { createContext, type ReactNode, useState } from 'react'

/** Where a table's search, tools and pages go in place of lines of their own; null: nowhere else. */
export const ToolsPlace = createContext<HTMLElement | null>(null)

/** A block whose table puts its tools in the line of the block's title: `children` places them. */
export function ToolsBesideTitle(props: { children: (place: ReactNode) => ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <ToolsPlace value={place}>
      {props.children(<div ref={setPlace} className="contents" />)}
    </ToolsPlace>
  )
}
