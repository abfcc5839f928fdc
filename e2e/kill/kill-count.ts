/** The number of kills in each kill test: six in `npm test`, thirty in `npm run test:kill`. */
export const kills = Number(process.env.KILL_ROUNDS ?? 6);
