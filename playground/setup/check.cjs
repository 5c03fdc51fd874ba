// Runs on whatever Node there is, with no package installed: it says what is missing of both.
const { join } = require('node:path');
const { findObstacles } = require('./findObstacles.cjs');

const obstacles = findObstacles(join(__dirname, '..', '..'));
for (const sentence of obstacles) console.error(sentence);
process.exitCode = obstacles.length > 0 ? 1 : 0;
