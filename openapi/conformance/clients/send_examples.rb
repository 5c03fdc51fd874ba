# Reads each YAML form and sends every example of the create request.
require 'json'
require 'net/http'
require 'yaml'

url, key, *files = ARGV
files.each do |file|
  document = YAML.safe_load(File.read(file, encoding: 'utf-8'))
  media = document['paths']['/v1/videos/generations']['post']['requestBody']['content']['application/json']
  media['examples'].each do |name, example|
    example = document['components']['examples'][example['$ref'].split('/').last] if example['$ref']
    body = example['value']
    headers = { 'Authorization' => "Bearer #{key}", 'Content-Type' => 'application/json' }
    answer = Net::HTTP.post(URI("#{url}/v1/videos/generations"), body.to_json, headers)
    puts "#{name} #{answer.code} #{body.fetch('aspect_ratio', '-')}"
  end
end
