import ChartLine from 'lucide-react/icons/chart-line'
import Link2 from 'lucide-react/icons/link-2'
import Sparkles from 'lucide-react/icons/sparkles'
import { Navigate } from 'react-router'
import { useSession } from '#features/auth/ui/session.ts'
import { LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { paths } from '#kit/paths.ts'

const FEATURES = [
  {
    Icon: Link2,
    title: 'Easy account integration',
    text: 'Connect Google Ads with a secure authorisation, manager accounts included, or start from a report you downloaded.',
  },
  {
    Icon: Sparkles,
    title: 'AI-powered analysis',
    text: 'Every recommendation shows its evidence: the rows, the period and the test it rests on.',
  },
  {
    Icon: ChartLine,
    title: 'Performance tracking',
    text: 'Daily figures from the account down to the campaign, each compared with the period before.',
  },
]

/** Public page; who already has a session goes straight to the dashboard. */
export function LandingPage() {
  const session = useSession()
  if (session.state === 'checking') return <LoadingScreen />
  if (session.state === 'in') return <Navigate replace to={paths.dashboard()} />
  return (
    <div lang="en" className="flex flex-1 flex-col">
      <title>Pujante · Google Ads, understood</title>
      <header className="flex items-center justify-between gap-4 px-4 py-3 md:px-8">
        <Logo />
        <LinkButton to={paths.login()}>Log in</LinkButton>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col justify-center gap-12 px-4 py-12">
        <section className="max-w-2xl">
          <h1 className="text-4xl font-semibold tracking-tight text-balance">
            Know what to change in Google Ads, and why
          </h1>
          <p className="mt-4 text-lg text-ink-muted text-pretty">
            Pujante reads your campaigns and tells you what wastes money and what deserves more of
            it, with the evidence behind each recommendation.
          </p>
          <LinkButton look="primary" className="mt-6" to={paths.login()}>
            Log in
          </LinkButton>
        </section>
        <section aria-label="Features" className="grid gap-4 md:grid-cols-3">
          {FEATURES.map(({ Icon, title, text }) => (
            <Card key={title} className="p-5">
              <Icon aria-hidden="true" className="size-5 text-accent" />
              <h2 className="mt-3 font-semibold">{title}</h2>
              <p className="mt-1 text-ink-muted text-pretty">{text}</p>
            </Card>
          ))}
        </section>
      </main>
      <footer className="border-t border-line px-4 py-4 text-sm text-ink-faint md:px-8">
        Pujante
      </footer>
    </div>
  )
}
