const { appendFileSync } = require('node:fs');

/** Writes what fails to the file that `FAILURES` names, a line each, as it fails: Jest writes no report of a run that it breaks off. */
module.exports = class {
	onTestResult({ path }, { testResults, testExecError }) {
		const failed = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
		for (const name of testExecError ? ['cannot be loaded'] : failed)
			appendFileSync(process.env.FAILURES, `${path}\t${name}\n`);
	}
};
