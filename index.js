module.exports = {
	...require('./dist/credentials/DocumentDataExtractionApi.credentials'),
	...require('./dist/nodes/DocumentDataExtraction/DocumentDataExtraction.node'),
	...require('./dist/nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node'),
};
