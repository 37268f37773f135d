import { buttonClass } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { Differences } from './differences.tsx'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Pricing } from './pricing.tsx'
import { Screenshot } from './screenshot.tsx'
import { When } from './when.tsx'

const TRIAL =
  'The trial: the first {days} days of your first plan. You give a card when you choose the plan, nothing is charged if you cancel before those days are over, and from then on it costs from €9 a month.'
const NO_TRIAL =
  'What is free: the user account and the demo, for as long as you like and without a card. The plans have no free days: working with your own data costs from €9 a month, from the first day.'

/** What a visitor without a session sees at `/`. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <Differences />
      <Pricing />
      <Faq />
      <ClosingCall />
    </>
  )
}

function Hero() {
  return (
    <section className="mx-auto max-w-6xl px-4 pt-10 md:px-8 md:pt-14">
      <div className="grid items-end gap-x-10 gap-y-5 lg:grid-cols-12">
        <h1 className="text-4xl font-semibold tracking-tight text-balance md:text-5xl lg:col-span-6">
          Know what to change in Google Ads, and why
        </h1>
        <div className="lg:col-span-6 lg:row-span-2">
          <p className="text-lg text-ink-muted text-pretty">
            Pujante reads your campaigns every day and tells you what wastes money and what deserves
            more of it, with the rows, the test and the doubts behind it. Weeks later it measures
            what each change really brought.
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <a href={paths.register()} className={buttonClass('primary', 'lg')}>
              Get Started for Free
            </a>
            <a href={paths.demo()} className={buttonClass('secondary', 'lg')}>
              Try the live demo
            </a>
          </div>
        </div>
        <p className="text-sm text-ink-faint text-pretty lg:col-span-6">
          No card to sign up, no sign-up for the demo. Your own accounts need a plan, from €9 a
          month
          <When fact="trial">{', and its first {days} days are free'}</When>. The app speaks
          Spanish.
        </p>
      </div>
      <Screenshot
        name="today"
        alt="Today in Pujante: each recommendation with what it is worth a month as a range, on one scale for all."
        desktop={{ width: 1176, height: 640 }}
        phone={{ width: 390, height: 500 }}
        eager
        className="mt-8"
      />
    </section>
  )
}

function ClosingCall() {
  return (
    <section className="border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 py-14 md:px-8 md:py-20 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-7">
          <h2 className="text-3xl font-semibold tracking-tight text-balance">
            See what your account has been trying to tell you
          </h2>
          <p className="mt-3 max-w-2xl text-lg text-ink-muted text-pretty">
            Create an account, connect Google Ads or bring a report, and decide with the evidence in
            front of you.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 lg:col-span-5 lg:justify-end">
          <a href={paths.register()} className={buttonClass('primary', 'lg')}>
            Start Your Free Trial
          </a>
          <a href={paths.demo()} className={buttonClass('secondary', 'lg')}>
            Try the live demo
          </a>
        </div>
        <p className="text-sm text-ink-muted text-pretty lg:col-span-12">
          <When fact="trial">{TRIAL}</When>
          <When fact="no-trial">{NO_TRIAL}</When>
        </p>
      </div>
    </section>
  )
}
