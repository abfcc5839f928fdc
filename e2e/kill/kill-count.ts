/** How often each kill test kills its server: few times in `npm test`, thirty in `npm run test:kill`. */
export const kills = Number(process.env.KILL_ROUNDS ?? 6);
