using System.Text.Json;

namespace Pitwall.AspNetCore;

/// <summary>What the bodies are made of: the text of json-large, and the assets by their id.</summary>
internal sealed record SharedData(string Content, IReadOnlyDictionary<int, Asset> Assets)
{
    public static SharedData Read(string directory)
    {
        var sentence = File.ReadAllText(Path.Combine(directory, "sentence.txt")).TrimEnd();
        using var file = File.OpenRead(Path.Combine(directory, "assets.json"));
        var assets = JsonSerializer.Deserialize(file, JsonTypes.Default.AssetArray) ?? [];
        return new SharedData(
            string.Join('\n', Enumerable.Repeat(sentence, 100)),
            assets.ToDictionary(asset => asset.Id));
    }
}
