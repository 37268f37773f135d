import Search from 'lucide-react/icons/search'
import Tag from 'lucide-react/icons/tag'
import Users from 'lucide-react/icons/users'
import { Section } from '#kit/components/card.tsx'

const PANELS = [
  {
    id: 'keywords',
    title: 'Palabras clave',
    icon: <Tag />,
    hint: 'Selecciona una campaña para ver las keywords.',
  },
  { id: 'search-terms', title: 'Términos de búsqueda', icon: <Search />, hint: null },
  {
    id: 'audiences',
    title: 'Segmentos de audiencia',
    icon: <Users />,
    hint: 'Selecciona una campaña o grupo de anuncios para ver los datos de audiencias',
  },
]

/** In place of the panels while nothing is selected; their anchors lead here. */
export function DetailHint() {
  return (
    <Section
      title="Análisis detallado"
      description="Selecciona una campaña o un grupo de anuncios para ver:"
    >
      <ul className="grid gap-3 px-4 py-4 sm:grid-cols-3 md:px-5">
        {PANELS.map(({ id, title, icon, hint }) => (
          <li
            key={id}
            id={id}
            tabIndex={-1}
            className="flex items-center gap-2.5 rounded-control bg-sunken px-3 py-2.5 outline-none [&_svg]:size-4 [&_svg]:text-ink-faint"
          >
            <span aria-hidden="true">{icon}</span>
            <span>
              {title}
              {hint && <span className="block text-sm text-ink-muted text-pretty">{hint}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
