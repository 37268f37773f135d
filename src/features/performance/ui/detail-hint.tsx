import Search from 'lucide-react/icons/search'
import Tag from 'lucide-react/icons/tag'
import Users from 'lucide-react/icons/users'
import { Section } from '#kit/components/section.tsx'
import { Link } from '#kit/router/link.tsx'
import { useLocation } from '#kit/router/router.tsx'

const PANELS = [
  {
    id: 'keywords',
    title: 'Palabras clave',
    icon: <Tag />,
    hint: 'Selecciona una campaña para ver las keywords.',
  },
  {
    id: 'search-terms',
    title: 'Términos de búsqueda',
    icon: <Search />,
    hint: 'Selecciona una campaña para ver lo que buscó la gente.',
  },
  {
    id: 'audiences',
    title: 'Segmentos de audiencia',
    icon: <Users />,
    hint: 'Selecciona una campaña o grupo de anuncios para ver los datos de audiencias',
  },
]

/** In place of the panels while nothing is selected; their anchors lead here, and from here to the campaigns. */
export function DetailHint() {
  const { search } = useLocation()
  return (
    <Section
      title="Análisis detallado"
      description="Selecciona una campaña o un grupo de anuncios para ver:"
      isDense
    >
      <ul className="grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {PANELS.map(({ id, title, icon, hint }) => (
          <li key={id} id={id} tabIndex={-1} className="outline-none">
            <Link
              to={{ search, hash: 'campaigns' }}
              className="flex h-full items-center gap-2.5 px-4 py-2 hover:bg-hover max-sm:py-1.5 md:px-5 [&_svg]:size-4 [&_svg]:text-ink-faint"
            >
              <span aria-hidden="true">{icon}</span>
              <span>
                <span className="font-medium text-accent">{title}</span>
                <span className="block text-xs text-ink-muted text-pretty">{hint}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
