const { accessSync, constants } = require('node:fs');
const { join } = require('node:path');

const minimumNodeMajor = 24;

const platform = `${process.platform}-${process.arch}`;

/** Programs that come with packages, and the package whose install script makes each usable. */
const programs = [
  [`@ffmpeg-installer/${platform}`, 'ffmpeg'],
  [`@ffprobe-installer/${platform}`, 'ffprobe'],
];

function has(file, mode) {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/**
 * Says in a sentence each what keeps this clone from being built, tested and started.
 *
 * @param {string} root - folder of the clone
 * @param {string} nodeVersion - of the Node that runs the scripts, such as 24.21.0
 */
exports.findObstacles = function (root, nodeVersion = process.versions.node) {
  const modules = join(root, 'node_modules');
  if (!has(join(modules, '.package-lock.json'), constants.R_OK))
    return ['The packages are not installed. Run `npm ci` first.'];
  if (!has(join(modules, 'gulp', 'package.json'), constants.R_OK))
    return [
      'The development packages are missing, so nothing can be built. Run `npm ci --include=dev`.',
    ];
  const unfinished = programs
    .filter(([name, file]) => {
      const path = join(modules, name, file);
      return has(path, constants.F_OK) && !has(path, constants.X_OK);
    })
    .map(([name]) => name);
  if (Number(nodeVersion.split('.')[0]) < minimumNodeMajor) unfinished.unshift('node');
  if (unfinished.length === 0) return [];
  return [
    `The install scripts of ${unfinished.join(', ')} did not run, as with npm's ignore-scripts. Run \`npm rebuild --ignore-scripts=false ${unfinished.join(' ')}\`, which runs these and no others.`,
  ];
};
