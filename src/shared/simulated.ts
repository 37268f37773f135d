/** On the page's element where vendors are simulated: the notice that says so has its place before the session is known. */
export const SIMULATED = 'data-simulated'
