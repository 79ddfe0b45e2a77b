import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname } from 'node:path';
import { argv, sourceMapsEnabled } from 'node:process';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/**
 * The start of a bundle with V8's code cache: copied beside NAME.cjs and NAME.cache as NAME.js. A cache is valid for one
 * version of Node and its flags; with others, or without a cache, Node compiles the bundle as usual.
 */
const name = fileURLToPath(import.meta.url).replace(/\.js$/, '');
const file = `${name}.cjs`;
const cache = `${name}.cache`;
const require = createRequire(import.meta.url);

function runCached() {
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
    filename: file,
    cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  // Of the build. On exit, so that the cache holds the functions that loading calls.
  if (argv[2] === '--write-code-cache') process.once('exit', () => writeFileSync(cache, script.createCachedData()));
}

// A script that is run this way has no source map.
if (sourceMapsEnabled) require(file);
else runCached();
