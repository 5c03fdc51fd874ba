import {
  analyzePackage,
  SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

// n8n's own package scan without its downloads: node scan.mjs <source folder> <unpacked tarball>.
// What it downloads it checks in these two ways. Provenance exists only once a version is published.
const [source, tarball] = process.argv.slice(2);
const results = {
  source: await analyzePackage(source, SOURCE_FILE_PATTERNS),
  tarball: await analyzePackage(tarball, ['**/*.js', 'package.json']),
};
console.log(JSON.stringify(results));
