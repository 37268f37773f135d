import { Suspense } from 'react'
import { useSession } from '#features/auth/ui/session.ts'
import { Section } from '#kit/components/section.tsx'
import { late } from '#kit/late.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { BLOCKS, GLOSSARY, METHOD } from './help-texts.ts'
import { useHashScroll } from './use-hash-scroll.ts'

const SupportSection = late(() =>
  import('#features/support/ui/support-section.tsx').then((module) => module.SupportSection),
)

const CONTENTS = [
  { id: 'bloques', title: 'Qué significa cada bloque' },
  { id: 'metodo', title: 'Cómo se hacen las recomendaciones' },
  { id: 'glosario', title: 'Glosario' },
  { id: 'soporte', title: 'Soporte' },
  { id: 'contacto', title: 'Contacto' },
] as const

export function HelpPage() {
  useHashScroll()
  const [blocks, method, glossary, , contact] = CONTENTS
  return (
    <div className="page flex max-w-4xl flex-col gap-5">
      <title>Ayuda · Pujante</title>
      <h1 className="text-xl font-semibold">Ayuda</h1>
      <nav aria-label="En esta página">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {CONTENTS.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="rounded-control text-accent underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Section {...blocks} description="En la página de cada cuenta, de arriba abajo.">
        <Entries entries={BLOCKS} />
      </Section>
      <Section {...method} description="Reglas estadísticas sobre los datos de tu cuenta.">
        <Entries entries={METHOD} />
      </Section>
      <Section {...glossary}>
        <Entries entries={GLOSSARY} />
      </Section>
      <Suspense>
        <SupportSection />
      </Suspense>
      <Section {...contact}>
        <Contact />
      </Section>
    </div>
  )
}

function Entries({ entries }: { entries: readonly { term: string; text: string }[] }) {
  return (
    <dl className="flex flex-col gap-4 p-4 md:p-5">
      {entries.map(({ term, text }) => (
        <div key={term} className="grid gap-x-5 gap-y-0.5 lg:grid-cols-[14rem_1fr]">
          <dt className="font-medium text-balance">{term}</dt>
          <dd className="max-w-prose text-ink-muted text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Contact() {
  const session = useSession()
  const supportEmail = session.state === 'checking' ? null : session.supportEmail
  return (
    <p className="max-w-prose p-4 text-pretty md:p-5">
      {supportEmail ? (
        <>
          Escríbenos a{' '}
          <a href={`mailto:${supportEmail}`} className="text-accent underline wrap-anywhere">
            {supportEmail}
          </a>{' '}
          y di de qué cuenta se trata y qué esperabas ver.
        </>
      ) : (
        'Escríbenos en la conversación de arriba, en Soporte.'
      )}{' '}
      Si no puedes entrar o quieres saber si Google Ads, Stripe y el correo responden, ve a{' '}
      <Link to={paths.contact()} className="text-accent underline">
        Ayuda y contacto
      </Link>
      .
    </p>
  )
}
