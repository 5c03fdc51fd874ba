import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { here, write } from '../context.js';
import { createsAndReads, generateClient, runProgram } from '../openapi-generator.js';

const jars = ['jackson-core', 'jackson-databind', 'jackson-annotations', 'jsr305'];
const classpath = jars.map((name) => `/usr/share/java/${name}.jar`);

const emptyModule = 'class extends com.fasterxml.jackson.databind.module.SimpleModule {}';
const annotation = (fields) => `@interface { ${fields} }`;

// What Debian lacks and this API has no use for: modules for dates and nullable fields, two annotations for people.
const absent = {
  'com.fasterxml.jackson.datatype.jsr310.JavaTimeModule': emptyModule,
  'org.openapitools.jackson.nullable.JsonNullableModule': emptyModule,
  'io.swagger.annotations.ApiModel': annotation('String description() default "";'),
  'io.swagger.annotations.ApiModelProperty': annotation(
    'String value() default ""; String example() default ""; boolean required() default false;',
  ),
};

/** Source of a public type whose name follows the first word of its form. */
function sourceOf(qualified, form) {
  const [, place, name] = /^(.*)\.(\w+)$/.exec(qualified);
  return { name, text: `package ${place}; public ${form.replace(' ', ` ${name} `)}` };
}

export default {
  tool: 'openapi-generator: Java (3.0 profile)',
  proves: 'the client on java.net.http compiles, creates and reads a task of the sandbox',
  async check() {
    const folder = await generateClient('java', ['library=native', 'dateLibrary=legacy']);
    const sources = [join(here, 'clients/CreateAndRead.java')];
    for (const [qualified, form] of Object.entries(absent)) {
      const { name, text } = sourceOf(qualified, form);
      sources.push(await write(folder, `${name}.java`, text));
    }
    for await (const file of glob(`${folder}/src/main/**/*.java`)) sources.push(file);
    const options = ['-nowarn', '-proc:none', '-d', join(folder, 'classes')];
    await runProgram('javac', [...options, '-cp', classpath.join(':'), ...sources]);
    const path = [join(folder, 'classes'), ...classpath].join(':');
    await createsAndReads('java', ['-cp', path, 'CreateAndRead']);
  },
};
