'use strict';

const { dirname, join } = require('node:path');

// What the rooms themselves use of n8n-workflow: all of it takes seconds to load, for each mutant.
const folder = dirname(require.resolve('n8n-workflow'));
module.exports = {
  ...require(join(folder, 'errors/index.js')),
  ...require(join(folder, 'utils.js')),
  ...require(join(folder, 'constants.js')),
};
